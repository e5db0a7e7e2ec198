import { and, eq, ne, sum } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { type RefundReason, refund } from "../database/schema.ts";
import { type Paise, paise } from "../money.ts";
import { publishPayments } from "../orders/order-row.ts";

/**
 * Has a payment refunded, all that the provider has not refunded by itself: stored in the caller's transaction, and asked of the provider
 * by the payments' worker. The shop refunds a payment once, whoever asks.
 */
export async function requestRefund(
  trx: DatabaseOrTransaction,
  { orderId, paymentId, amountPaise }: { orderId: number; paymentId: string; amountPaise: Paise },
  reason: Exclude<RefundReason, "provider">,
  now: Date,
): Promise<void> {
  const left = paise(amountPaise - (await refundedByProvider(trx, paymentId)));
  if (left <= 0) return;
  await trx
    .insert(refund)
    .values({ orderId, paymentId, amountPaise: left, reason, createdAt: now, dueAt: now })
    .onConflictDoNothing();
  await publishPayments(trx);
}

/** What of a payment was refunded in the provider's dashboard, or by the provider itself, in paise. */
export async function refundedByProvider(trx: DatabaseOrTransaction, paymentId: string): Promise<number> {
  const [refunded] = await trx
    .select({ paise: sum(refund.amountPaise).mapWith(Number) })
    .from(refund)
    .where(and(eq(refund.paymentId, paymentId), eq(refund.reason, "provider"), ne(refund.state, "failed")));
  return refunded?.paise ?? 0;
}

type Refund = typeof refund.$inferSelect;

/** What the shop calls a refund at the provider. A refund that was begun anew after it had failed is another one there. */
export const receiptOf = ({ id, restarts }: Pick<Refund, "id" | "restarts">) =>
  restarts === 0 ? `refund-${id}` : `refund-${id}-${restarts}`;

/** Whether a receipt is of a refund of the shop, of an earlier try perhaps. */
export const isOwnReceipt = (receipt: string) => /^refund-\d+(-\d+)?$/.test(receipt);

/** The same at each try, so that the money goes back once. */
export const idempotencyKeyOf = (row: Pick<Refund, "id" | "restarts">) => `kewra-${receiptOf(row)}`;
