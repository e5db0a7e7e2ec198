import { useState } from "react";
import { useRevalidator } from "react-router";
import { type CashOrder, MAX_CASH_REASON } from "../../contract/admin/cash.ts";
import { call } from "../api/client.ts";
import { Dialog } from "../shared/dialog.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";

/** Gives up the cash of an order that its courier does not remit. */
export function WriteOffForm({ order, due, onClose }: { order: CashOrder; due: number; onClose: () => void }) {
  const { number, remitted } = order;
  const [reason, setReason] = useDraft(`write off ${number}`);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const [isDone, setIsDone] = useState(false);
  return (
    <Dialog title={`Cash of ${number}`} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            await call("writeOffCash", { params: { number }, body: { remitted, reason } });
            setIsDone(true);
            setReason("");
            await revalidate();
            onClose();
          });
        }}
      >
        <p>
          {remitted > 0 ? `The courier has remitted ${formatMoney(remitted)}. ` : "The courier has remitted nothing. "}
          Write off {formatMoney(due)}? The order leaves this list; its invoice stays as it is. You can undo this on the
          order’s page.
        </p>
        <Field
          label="Why"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={MAX_CASH_REASON}
          autoComplete="off"
          error={fieldMessage(error, "reason")}
          hint="For your colleagues, such as the courier’s answer."
        />
        <Problem error={error} />
        <div className="flex justify-end gap-2">
          <button type="button" className="button-quiet" onClick={onClose}>
            Back
          </button>
          <button type="submit" className="button-danger" disabled={busy || isDone}>
            Write off {formatMoney(due)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
