/** Ends changes of paid orders' items that wait for their payment: by staff, or because nobody paid in time. */

import { MINUTE_MS } from "../../../contract/dates.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { addNote } from "../orders/change-state.ts";
import { queueEditEndedEmail } from "../orders/mails/queue-order-emails.ts";
import { lockOrderById, type OrderRow, readOrderRow } from "../orders/order-row.ts";
import { endPendingEdit, nounOfEdit, type OrderEdit, readEdit } from "../orders/pending-edit.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import type { PaymentDeps } from "../payments/payment-deps.ts";
import { ProviderError } from "../payments/provider.ts";
import { syncPayments } from "../payments/sync-payments.ts";

/** How long an overdue change waits for the provider's response, and for a payment that is on its way. */
const GRACE_MS = 15 * MINUTE_MS;

/** What its customer reads, of a change of the items and of an exchange for returned ones. */
const WITHDRAWN = { edit: "We withdrew the change of your items.", exchange: "We withdrew the exchange." };
const EXPIRED = {
  edit: "The change of your items wasn’t paid in time, so your order stays as it is.",
  exchange: "The exchange wasn’t paid in time, so nothing is exchanged.",
};
const kindOf = (edit: OrderEdit) => (nounOfEdit(edit) === "exchange" ? "exchange" : "edit");

/**
 * Withdraws the pending change of a locked order. A payment that arrives later is refunded.
 * @throws ApiError (409) if none is pending
 */
export async function withdrawEdit(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: { sender: MailSender; now: Date },
): Promise<void> {
  await requireAction(trx, order, "withdraw-edit");
  const ended = await endPendingEdit(trx, order.id, "withdrawn", now);
  if (!ended) throw new Error(`order ${order.number} has no pending change`);
  await addNote(trx, order, { cause: "staff", note: WITHDRAWN[kindOf(ended)], at: now });
  await queueEditEndedEmail(trx, sender, order, ended, now);
}

/** The task that ends a change which was not paid in time, once the provider says so, or after a while without its response. */
export function expireEditTask(deps: PaymentDeps): Task<{ editId: number }> {
  const { db, readSender } = deps;
  return {
    concurrency: 2,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ editId }) {
      const edit = await readEdit(db, editId);
      if (edit?.state !== "pending") return null;
      const now = new Date();
      if (edit.payUntil > now) return edit.payUntil;
      const mayBePaid = await syncPayments(deps, edit.orderId, { editId }).then(
        (outcome) => outcome === "confirming",
        (error: unknown) => {
          if (error instanceof ProviderError) return true;
          throw error;
        },
      );
      const lastWait = new Date(edit.payUntil.getTime() + GRACE_MS);
      if (mayBePaid && now < lastWait) return new Date(Math.min(lastWait.getTime(), now.getTime() + MINUTE_MS));
      const known = await readOrderRow(db, edit.orderId);
      if (!known) return null;
      const sender = await readSender(known.shopOrigin);
      await db.transaction(async (trx) => {
        const order = await lockOrderById(trx, edit.orderId);
        const latest = await readEdit(trx, editId);
        // It was paid, withdrawn or extended meanwhile.
        if (!order || latest?.state !== "pending" || latest.payUntil > now) return;
        const ended = await endPendingEdit(trx, order.id, "expired", now);
        if (!ended) return;
        const note = EXPIRED[kindOf(ended)];
        await addNote(trx, order, { cause: "expiry", note, at: now });
        await queueEditEndedEmail(trx, sender, order, ended, now);
      });
      return now;
    },
  };
}
