import { useState } from "react";
import { DismissButton, FormMessage, SubmitButton } from "../../shared/form/submit.tsx";
import { useRequest } from "../../shared/form/use-request.ts";
import { Modal } from "../../shared/modal.tsx";

interface CancelDialogProps {
  number: string;
  /** Otherwise its payment is pending. */
  isPaid: boolean;
  onClose: () => void;
  /** Cancels the order; the dialog shows its error. */
  onCancel: () => Promise<void>;
}

/** Confirms a cancellation. */
export function CancelDialog({ number, isPaid, onClose, onCancel }: CancelDialogProps) {
  const [message, setMessage] = useState<string | null>(null);
  const { running, start } = useRequest();
  return (
    <Modal
      label="Cancel order"
      onClose={onClose}
      busy={running}
      hasOwnCloseButton
      className="max-w-[min(28rem,calc(100vw-2rem))]! rounded-picture"
    >
      <form
        method="dialog"
        className="p-6 sm:p-8"
        onSubmit={(event) => {
          event.preventDefault();
          setMessage(null);
          void start(onCancel, { onError: (failed) => setMessage(failed.message) });
        }}
      >
        <h2 className="text-title">Cancel order {number}?</h2>
        <p className="mt-3 mb-6 text-bark">
          The whole order will be cancelled.{" "}
          {isPaid
            ? "Your refund will reach your original payment method within 5 to 7 working days."
            : "You haven’t been charged. If a payment is still under way, we’ll refund it."}
        </p>
        <FormMessage form={{ message }} />
        <div className="grid gap-3 sm:flex sm:justify-end">
          <DismissButton running={running} onClick={onClose}>
            Keep order
          </DismissButton>
          <SubmitButton running={running} className="min-w-40">
            Cancel order
          </SubmitButton>
        </div>
      </form>
    </Modal>
  );
}
