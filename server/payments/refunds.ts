import type { DatabaseOrTransaction } from "../database/database.ts";
import { type RefundReason, refund } from "../database/schema.ts";
import { announcePayments } from "../orders/order-row.ts";

/**
 * Has a payment sent back, all of it: kept here in the caller's transaction, and asked of the provider by the payments' worker. A payment
 * goes back once, whoever asks.
 */
export async function wantRefund(
  trx: DatabaseOrTransaction,
  { orderId, paymentId, amountPaise }: { orderId: number; paymentId: string; amountPaise: number },
  reason: RefundReason,
  now: Date,
): Promise<void> {
  await trx
    .insert(refund)
    .values({ orderId, paymentId, amountPaise, reason, createdAt: now, dueAt: now })
    .onConflictDoNothing({ target: refund.paymentId });
  await announcePayments(trx);
}
