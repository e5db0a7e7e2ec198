import { useState } from "react";
import { personRequest } from "../../contract/privacy/schemas.ts";
import { Field, TextAreaField } from "../shared/form/field.tsx";
import { MobileField } from "../shared/form/mobile-field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { FormNeedsScript } from "../shared/needs-script.tsx";
import type { Asked } from "./privacy-request-page.tsx";

interface RequestFormProps {
  /** What was entered before; undefined at first. */
  before: Asked | undefined;
  onSubmit: (asked: Asked) => Promise<void>;
}

export function RequestForm({ before, onSubmit }: RequestFormProps) {
  const [kind, setKind] = useState<Asked["kind"]>(before?.kind ?? "export");
  const [reviews, setReviews] = useState<Asked["reviews"]>(before?.reviews ?? "keep");
  const form = useForm({
    schema: personRequest,
    onSubmit: (values) => onSubmit({ ...values, reviews }),
  });
  return (
    <form {...form.props}>
      <fieldset className="mb-4">
        <legend className="mb-1.5 font-semibold text-small">What would you like?</legend>
        <Choice name="kind" value="export" checked={kind === "export"} onChoose={() => setKind("export")}>
          A copy of my data
        </Choice>
        <Choice name="kind" value="erasure" checked={kind === "erasure"} onChoose={() => setKind("erasure")}>
          Erase my data
        </Choice>
      </fieldset>
      {kind === "erasure" && (
        <fieldset className="mb-4">
          <legend className="mb-1.5 font-semibold text-small">Your reviews, if you’ve written any</legend>
          <Choice name="reviews" value="keep" checked={reviews === "keep"} onChoose={() => setReviews("keep")}>
            Keep them without my name
          </Choice>
          <Choice name="reviews" value="delete" checked={reviews === "delete"} onChoose={() => setReviews("delete")}>
            Delete them
          </Choice>
        </fieldset>
      )}
      <Field
        form={form}
        name="email"
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        required
        defaultValue={before?.email}
      />
      <MobileField
        form={form}
        label="Mobile number (optional)"
        hint="Only if you received a gift: we know you by this number, and call it before we answer."
        defaultValue={before?.mobile_no}
      />
      <TextAreaField
        form={form}
        name="message"
        label="Anything we should know (optional)"
        rows={3}
        defaultValue={before?.message}
      />
      <FormMessage form={form} />
      <SubmitButton running={form.running} className="mt-1 w-full">
        Email me a code
      </SubmitButton>
      <FormNeedsScript />
    </form>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  children: string;
}

function Choice({ onChoose, children, ...input }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="radio" className="size-5 shrink-0 accent-leaf" onChange={onChoose} {...input} />
      {children}
    </label>
  );
}
