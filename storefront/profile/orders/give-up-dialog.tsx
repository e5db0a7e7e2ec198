import { useState } from "react";
import { formatWeekday } from "../../../contract/dates.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { DismissButton, FormMessage, SubmitButton } from "../../shared/form/submit.tsx";
import { useRequest } from "../../shared/form/use-request.ts";
import { Modal } from "../../shared/modal.tsx";

interface GiveUpDialogProps {
  order: OrderDetail;
  onClose: () => void;
  /** Gives the parcel up; the dialog shows its error. */
  onGiveUp: () => Promise<void>;
}

/** Confirms that a late parcel is given up. */
export function GiveUpDialog({ order: { number, deliverBy }, onClose, onGiveUp }: GiveUpDialogProps) {
  const [message, setMessage] = useState<string | null>(null);
  const { running, start } = useRequest();
  return (
    <Modal
      label="Give up this parcel"
      onClose={onClose}
      busy={running}
      ownClose="words"
      className="max-w-[min(28rem,calc(100vw-2rem))]! rounded-picture"
    >
      <form
        method="dialog"
        className="p-6 sm:p-8"
        onSubmit={(event) => {
          event.preventDefault();
          setMessage(null);
          void start(onGiveUp, { onError: (failed) => setMessage(failed.message) });
        }}
      >
        <h2 className="pr-8 text-title">
          Give up the parcel of <span className="inline-block">{number}?</span>
        </h2>
        <p className="mt-3 mb-6 text-bark">
          {deliverBy && `We promised it by ${formatWeekday(deliverBy)}. `}We’ll ask the courier, answer you by email
          within 48 hours, and refund you in full, unless something beyond anybody’s control has held it up. If it
          arrives after all, you needn’t accept it.
        </p>
        <FormMessage form={{ message }} />
        <div className="grid gap-3 sm:flex sm:justify-end">
          <DismissButton running={running} onClick={onClose}>
            Keep waiting
          </DismissButton>
          <SubmitButton running={running} className="min-w-[min(10rem,100%)]">
            Give up parcel
          </SubmitButton>
        </div>
      </form>
    </Modal>
  );
}
