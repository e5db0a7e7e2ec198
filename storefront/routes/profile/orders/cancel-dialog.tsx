import { useState } from "react";
import { DismissButton, FormMessage, SubmitButton } from "../../../components/form/submit.tsx";
import { useCall } from "../../../components/form/use-call.ts";
import { Modal } from "../../../components/modal.tsx";

interface CancelDialogProps {
  number: string;
  onClose: () => void;
  /** Cancels it; what it fails with is said in the window. */
  onCancel: () => Promise<void>;
}

/** Asks once more before an order is cancelled. */
export function CancelDialog({ number, onClose, onCancel }: CancelDialogProps) {
  const [message, setMessage] = useState<string | null>(null);
  const { running, start } = useCall();
  return (
    <Modal
      label="Cancel Order"
      onClose={onClose}
      busy={running}
      ownClose
      className="max-w-[min(28rem,calc(100vw-2rem))]! rounded-picture"
    >
      <form
        method="dialog"
        className="p-6 sm:p-8"
        onSubmit={(event) => {
          event.preventDefault();
          setMessage(null);
          void start(onCancel, { onFailure: (failed) => setMessage(failed.message) });
        }}
      >
        <h2 className="text-title">Cancel order {number}?</h2>
        <p className="mt-3 mb-6 text-bark">
          All of it is cancelled, and what you paid goes back the way it came within 5 to 7 working days.
        </p>
        <FormMessage form={{ message }} />
        <div className="grid gap-3 sm:flex sm:justify-end">
          <DismissButton running={running} onClick={onClose}>
            Keep it
          </DismissButton>
          <SubmitButton running={running} className="min-w-40">
            Cancel Order
          </SubmitButton>
        </div>
      </form>
    </Modal>
  );
}
