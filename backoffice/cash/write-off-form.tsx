import { useState } from "react";
import { useRevalidator } from "react-router";
import { type CashOrder, MAX_CASH_REASON } from "../../contract/admin/cash.ts";
import { call } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { formatMoney } from "../shared/money.ts";
import { useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";
import { WhyField } from "../shared/why-field.tsx";

/** Gives up the cash of an order that its courier does not remit. */
export function WriteOffForm({ order, due, onClose }: { order: CashOrder; due: number; onClose: () => void }) {
  const { number, remitted } = order;
  const [reason, setReason] = useDraft(`write off ${number}`);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const [isDone, setIsDone] = useState(false);
  return (
    <DialogForm
      title={`Cash of ${number}`}
      submit={`Write off ${formatMoney(due)}`}
      isDanger
      busy={busy || isDone}
      error={error}
      onSubmit={() =>
        void run(async () => {
          await call("writeOffCash", { params: { number }, body: { remitted, reason } });
          setIsDone(true);
          setReason("");
          await revalidate();
          onClose();
        })
      }
      onClose={onClose}
    >
      <p>
        {remitted > 0 ? `The courier has remitted ${formatMoney(remitted)}. ` : "The courier has remitted nothing. "}
        Write off {formatMoney(due)}? The order leaves this list; its invoice stays as it is. You can undo this on the
        order’s page.
      </p>
      <WhyField
        value={reason}
        onChange={setReason}
        maxLength={MAX_CASH_REASON}
        hint="For your colleagues, such as the courier’s answer."
        error={error}
      />
    </DialogForm>
  );
}
