import { MAX_REASON_LENGTH, returnBody } from "../../../contract/orders/forms.ts";
import { TextAreaField } from "../../shared/form/field.tsx";
import { DismissButton, FormMessage, SubmitButton } from "../../shared/form/submit.tsx";
import { useDraft } from "../../shared/form/use-draft.ts";
import { useForm } from "../../shared/form/use-form.ts";
import { Modal } from "../../shared/modal.tsx";

interface ReturnDialogProps {
  number: string;
  onClose: () => void;
  /** Requests the return; the dialog shows its error. */
  onRequest: (reason: string) => Promise<void>;
}

/** Asks for the reason of a return. */
export function ReturnDialog({ number, onClose, onRequest }: ReturnDialogProps) {
  const { stored, store, clear } = useDraft(`return ${number}`, ["reason"]);
  const form = useForm({
    schema: returnBody,
    mode: "onSave",
    async onSubmit({ reason }) {
      await onRequest(reason);
      clear();
    },
  });
  return (
    <Modal
      label="Request a return"
      onClose={onClose}
      busy={form.running}
      hasOwnCloseButton
      className="max-w-[min(32rem,calc(100vw-2rem))]! rounded-picture"
    >
      <form {...form.props} onInput={() => store(form)} className="p-6 sm:p-8">
        <h2 className="text-title">Return order {number}</h2>
        <p className="mt-3 mb-6 text-bark">Tell us what’s wrong. We’ll email you about the pick-up and your refund.</p>
        <FormMessage form={form} />
        <TextAreaField
          form={form}
          name="reason"
          label="Reason"
          defaultValue={stored?.reason}
          rows={4}
          maxLength={MAX_REASON_LENGTH}
          required
        />
        <div className="grid gap-3 sm:flex sm:justify-end">
          <DismissButton running={form.running} onClick={onClose}>
            Close
          </DismissButton>
          <SubmitButton running={form.running} className="min-w-40">
            Send request
          </SubmitButton>
        </div>
      </form>
    </Modal>
  );
}
