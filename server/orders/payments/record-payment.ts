import { and, eq } from "drizzle-orm";
import type { PaymentState } from "../../../contract/orders/schemas.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { payment } from "../../platform/database/schema.ts";
import type { ProviderPayment } from "./provider.ts";

/** The progress of a payment by state. Late and repeated reports never undo it; a failed payment can still succeed. */
const PROGRESS: Readonly<Record<PaymentState, number>> = {
  created: 0,
  failed: 1,
  authorized: 2,
  captured: 3,
  refunded: 4,
};

/** The condition that selects a provider's payment. */
export const byProviderPayment = ({ provider, id }: Pick<ProviderPayment, "provider" | "id">) =>
  and(eq(payment.provider, provider), eq(payment.providerPaymentId, id));

const isCaptured = (state: PaymentState) => PROGRESS[state] >= PROGRESS.captured;

/**
 * Stores what the provider reports about a payment, unless a later state is stored already.
 * @returns its id, and whether it is captured for the first time
 * @throws Error if it is stored as a payment of another order
 */
export async function recordPayment(
  trx: DatabaseOrTransaction,
  orderId: number,
  reported: ProviderPayment,
  now: Date,
): Promise<{ id: number; isNewlyCaptured: boolean }> {
  const { provider, id: providerPaymentId, state, method, detail, amountPaise, currency, createdAt } = reported;
  const values = { state, method, detail, failure: reported.failure.slice(0, 500), updatedAt: now };
  const [added] = await trx
    .insert(payment)
    .values({ ...values, orderId, provider, providerPaymentId, amountPaise, currency, createdAt })
    .onConflictDoNothing()
    .returning({ id: payment.id });
  if (added) return { id: added.id, isNewlyCaptured: state === "captured" };
  const [known] = await trx
    .select({ id: payment.id, orderId: payment.orderId, state: payment.state })
    .from(payment)
    .where(byProviderPayment(reported))
    .for("update");
  if (known?.orderId !== orderId) throw new Error(`payment ${reported.id} belongs to another order`);
  if (PROGRESS[state] > PROGRESS[known.state]) await trx.update(payment).set(values).where(eq(payment.id, known.id));
  return { id: known.id, isNewlyCaptured: state === "captured" && !isCaptured(known.state) };
}
