import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { type PaymentState, payment } from "../database/schema.ts";
import { detailOf, type ProviderPayment } from "./provider.ts";

/** How far a payment has come. What is told late or twice never brings it back; only a failed one can still succeed. */
const PROGRESS: Readonly<Record<PaymentState, number>> = {
  created: 0,
  failed: 1,
  authorized: 2,
  captured: 3,
  refunded: 4,
};

/**
 * Keeps what the provider tells of a payment, unless more is known already.
 * @returns what was known of it before; null when it is new
 * @throws Error when it is known as a payment of another order
 */
export async function recordPayment(
  trx: DatabaseOrTransaction,
  orderId: number,
  told: ProviderPayment,
  now: Date,
): Promise<PaymentState | null> {
  const [known] = await trx
    .select({ orderId: payment.orderId, state: payment.state })
    .from(payment)
    .where(eq(payment.id, told.id))
    .for("update");
  if (known && known.orderId !== orderId) throw new Error(`payment ${told.id} belongs to another order`);
  const news = {
    state: told.status,
    method: told.method ?? "",
    detail: detailOf(told),
    failure: (told.error_description ?? "").slice(0, 500),
    updatedAt: now,
  };
  if (!known) {
    await trx.insert(payment).values({
      ...news,
      id: told.id,
      orderId,
      amountPaise: told.amount,
      currency: told.currency,
      createdAt: new Date(told.created_at * 1000),
    });
    return null;
  }
  if (PROGRESS[told.status] > PROGRESS[known.state]) await trx.update(payment).set(news).where(eq(payment.id, told.id));
  return known.state;
}
