import { and, eq, ne, sum } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { payment, type RefundReason, refund } from "../database/schema.ts";
import { type Paise, paise } from "../money.ts";
import { enqueueRefund } from "./payment-jobs.ts";

/** Why the shop itself refunds a payment. */
type ShopRefundReason = Exclude<RefundReason, "provider">;

/** Requests a refund of what remains of an order's captured payments; see `requestRefund`. */
export async function refundOrder(
  trx: DatabaseOrTransaction,
  orderId: number,
  reason: ShopRefundReason,
  now: Date,
): Promise<void> {
  const captured = await trx
    .select({ paymentId: payment.id, amountPaise: payment.amountPaise })
    .from(payment)
    .where(and(eq(payment.orderId, orderId), eq(payment.state, "captured")));
  for (const one of captured) await requestRefund(trx, { orderId, ...one }, reason, now);
}

/**
 * Requests a refund of a payment, less what the provider has refunded on its own initiative. It is stored in the caller's transaction, and a job
 * sends it to the provider. The shop refunds a payment once; further requests change nothing.
 */
export async function requestRefund(
  trx: DatabaseOrTransaction,
  { orderId, paymentId, amountPaise }: { orderId: number; paymentId: number; amountPaise: Paise },
  reason: ShopRefundReason,
  now: Date,
): Promise<void> {
  const remaining = paise(amountPaise - (await refundedByProvider(trx, paymentId)));
  if (remaining <= 0) return;
  const [requested] = await trx
    .insert(refund)
    .values({ orderId, paymentId, amountPaise: remaining, reason, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: refund.id });
  if (requested) await enqueueRefund(trx, requested.id);
}

/** How much of a payment was refunded in the provider's dashboard, or by the provider itself. */
export async function refundedByProvider(trx: DatabaseOrTransaction, paymentId: number): Promise<Paise> {
  const [refunded] = await trx
    .select({ paise: sum(refund.amountPaise).mapWith(Number) })
    .from(refund)
    .where(and(eq(refund.paymentId, paymentId), eq(refund.reason, "provider"), ne(refund.state, "failed")));
  return paise(refunded?.paise ?? 0);
}

type Refund = typeof refund.$inferSelect;

/** The receipt of a refund at the provider, where each version of the key is a new refund. */
export const receiptOf = ({ id, keyVersion }: Pick<Refund, "id" | "keyVersion">) =>
  keyVersion === 0 ? `refund-${id}` : `refund-${id}-${keyVersion}`;

/** Whether a receipt belongs to a refund of the shop, sent under any version of its key. */
export const isOwnReceipt = (receipt: string) => /^refund-\d+(-\d+)?$/.test(receipt);

/** The idempotency key of a refund: the same at each attempt, so that the money goes back once. */
export const idempotencyKeyOf = (row: Pick<Refund, "id" | "keyVersion">) => `kewra-${receiptOf(row)}`;
