import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { wasSetTakenOut } from "../../selling/offers/set-credits.ts";
import { issueCreditNote } from "../orders/invoice/issue-credit-note.ts";
import { queueReleasedCreditEmail } from "../orders/mails/queue-payment-emails.ts";
import { lockOrderById, type OrderRow, readOrderRow } from "../orders/order-row.ts";
import { prepareReleasedCredit } from "../orders/removal.ts";
import { refundOrder } from "../payments/refunds.ts";

/**
 * Refunds what was retained of a locked order because another order used the credit for its set, as far as that order no longer uses it.
 * Does nothing if it was refunded already: what the order must pay for decides.
 */
async function refundReleasedCredit(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: { sender: MailSender; now: Date },
): Promise<void> {
  if (order.invoiceNumber === null || !(await wasSetTakenOut(trx, order.id))) return;
  const prepared = await prepareReleasedCredit(trx, order);
  if (prepared.totalPaise === 0) return;
  const note = "The credit for your set is no longer used.";
  const request = { reason: "returned", upToPaise: prepared.totalPaise, note } as const;
  const [refunded] = await refundOrder(trx, order.id, request, now);
  await queueReleasedCreditEmail(trx, sender, order, prepared, now);
  await issueCreditNote(
    trx,
    { ...prepared, reasons: [note] },
    { reason: "returned", refundId: refunded?.id ?? null, at: now },
  );
}

/** The task that does so once another order uses less of a set's credit. */
export function refundReleasedCreditTask({
  db,
  readSender,
}: {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
}): Task<{ orderId: number }> {
  return {
    concurrency: 1,
    maxAttempts: 20,
    async run({ orderId }) {
      const found = await readOrderRow(db, orderId);
      if (!found) return null;
      const sender = await readSender(found.shopOrigin);
      await db.transaction(async (trx) => {
        const order = await lockOrderById(trx, orderId);
        if (order) await refundReleasedCredit(trx, order, { sender, now: new Date() });
      });
      return null;
    },
  };
}
