import { useState } from "react";
import { useNavigate } from "react-router";
import type { RequestKind } from "../../contract/privacy/schemas.ts";
import { call } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";
import { KIND_NAMES } from "./labels.ts";

/** Records a request of somebody without an account that came by email, phone or post. */
export function RecordRequestByEmail({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<RequestKind>("export");
  const [email, setEmail] = useDraft("privacy request email");
  const [mobile, setMobile] = useDraft("privacy request mobile");
  const [identification, setIdentification] = useDraft("privacy request identification");
  const [message, setMessage] = useDraft("privacy request message");
  const mayConfirm = useMay("export_customers");
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  return (
    <DialogForm
      title="Record a request"
      submit="Record"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() =>
        void run(async () => {
          const body = { email, kind, mobile_no: mayConfirm ? mobile : "", message, identification };
          const { _id } = await call("recordRequestByEmail", { body });
          for (const clear of [setEmail, setMobile, setIdentification, setMessage]) clear("");
          await navigate(`/privacy/${_id}`);
        })
      }
    >
      <p className="text-bark">
        Make sure that email and number are theirs: the answer goes there, after the reference and the time limit at
        once.
      </p>
      <SelectField
        label="Asks for"
        value={kind}
        options={Object.entries(KIND_NAMES).map(([value, name]) => ({ value, name }))}
        onChange={(value) => setKind(value as RequestKind)}
      />
      <Field
        label="Email"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={fieldMessage(error, "email")}
      />
      {mayConfirm && (
        <Field
          label="Mobile number (optional)"
          type="tel"
          value={mobile}
          onChange={(event) => setMobile(event.target.value)}
          error={fieldMessage(error, "mobile_no")}
          hint="By which the shop knows a receiver of gifts."
        />
      )}
      <TextArea
        label="How you know who it is"
        rows={2}
        value={identification}
        onChange={(event) => setIdentification(event.target.value)}
        error={fieldMessage(error, "identification")}
      />
      <TextArea
        label="How it came, and what it says"
        rows={3}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        error={fieldMessage(error, "message")}
      />
    </DialogForm>
  );
}
