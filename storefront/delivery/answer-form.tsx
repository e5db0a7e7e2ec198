import { type ReactNode, useState } from "react";
import { formatWeekday } from "../../contract/dates.ts";
import { deliveryAnswerBody, type FailedDelivery, MAX_RIDER_NOTE } from "../../contract/deliveries/schemas.ts";
import { api } from "../api/api.ts";
import { Field, FieldError } from "../shared/form/field.tsx";
import { MobileField } from "../shared/form/mobile-field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";

interface AnswerFormProps {
  token: string;
  failed: FailedDelivery;
  onAnswered: (failed: FailedDelivery) => void;
}

export function AnswerForm({ token, failed: { days, answer: before, mobileEnding }, onAnswered }: AnswerFormProps) {
  const [isReturn, setReturn] = useState(before?.answer === "return");
  const form = useForm({
    schema: deliveryAnswerBody,
    onSubmit: async ({ answer, againOn, mobile, note }) => {
      const body = answer === "return" ? { answer, note } : { answer, againOn, mobile, note };
      onAnswered(await api.answerFailedDelivery({ params: { token }, body }));
    },
  });
  const firstDay = days.find((day) => day === before?.againOn) ?? days[0];
  return (
    <form {...form.props} aria-label="What happens next" className="mt-6 rounded-picture bg-linen p-5 sm:p-7">
      <fieldset className="mb-5">
        <legend className="mb-1.5 font-semibold">What should happen next?</legend>
        <Choice name="answer" value="again" defaultChecked={!isReturn} onChange={() => setReturn(false)}>
          Deliver it again
        </Choice>
        <Choice name="answer" value="return" defaultChecked={isReturn} onChange={() => setReturn(true)}>
          Send it back
        </Choice>
      </fieldset>
      {!isReturn && (
        <>
          <fieldset className="mb-5" aria-describedby={form.errors.againOn ? `${form.id}-day-error` : undefined}>
            <legend className="mb-1.5 font-semibold text-small">On which day?</legend>
            <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
              {days.map((day) => (
                <Choice key={day} name="againOn" value={day} defaultChecked={day === firstDay}>
                  {formatWeekday(day)}
                </Choice>
              ))}
            </div>
            <FieldError id={`${form.id}-day-error`} error={form.errors.againOn} />
          </fieldset>
          <MobileField
            form={form}
            name="mobile"
            label="Another mobile number (optional)"
            hint={mobileEnding ? `The rider has the number ending ${mobileEnding}.` : "The rider has no number yet."}
            defaultValue={before?.mobile}
          />
        </>
      )}
      <Field
        form={form}
        name="note"
        label={isReturn ? "Why? (optional)" : "Note for the rider (optional)"}
        maxLength={MAX_RIDER_NOTE}
        defaultValue={before?.note}
      />
      {isReturn && (
        <p className="mb-4 text-bark text-small">
          The parcel comes back to us, and we’ll refund anything you’ve paid once it arrives.
        </p>
      )}
      <FormMessage form={form} />
      <SubmitButton running={form.running} className="mt-1 w-full">
        {isReturn ? "Send it back" : "Deliver it again"}
      </SubmitButton>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  defaultChecked: boolean;
  onChange?: () => void;
  children: ReactNode;
}

function Choice({ children, ...input }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="radio" className="size-5 shrink-0 accent-leaf" {...input} />
      {children}
    </label>
  );
}
