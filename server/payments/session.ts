import { and, eq, type SQL } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder, paymentSession } from "../database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { enqueueCheck } from "./payment-jobs.ts";
import type { PaymentProvider } from "./provider.ts";

/** Payment sessions: payments as opened with the provider. An order without one has never been payable. */

export type PaymentSession = typeof paymentSession.$inferSelect;

export interface OpenedOrder {
  order: OrderRow;
  session: PaymentSession;
}

/** Finds orders whose payment was opened. */
export const findOpened = (db: DatabaseOrTransaction, which: SQL | undefined): Promise<OpenedOrder[]> =>
  db
    .select({ order: customerOrder, session: paymentSession })
    .from(paymentSession)
    .innerJoin(customerOrder, eq(customerOrder.id, paymentSession.orderId))
    .where(which);

/** Finds an order by the provider's id of it. @param customerId of its owner; null for any */
export async function findByProviderOrder(
  { db, provider }: { db: DatabaseOrTransaction; provider: PaymentProvider },
  providerOrderId: string,
  customerId: number | null,
): Promise<OpenedOrder | null> {
  const [found] = await findOpened(
    db,
    and(
      eq(paymentSession.provider, provider.name),
      eq(paymentSession.providerOrderId, providerOrderId),
      customerId === null ? undefined : eq(customerOrder.customerId, customerId),
    ),
  );
  return found ?? null;
}

/** Whether a customer may be paying an order. */
export const hasPaymentSession = async (db: DatabaseOrTransaction, orderId: number): Promise<boolean> =>
  (await findOpened(db, eq(paymentSession.orderId, orderId))).length > 0;

/**
 * Changes the payment session of an order.
 * @returns whether it has one
 */
export async function updateSession(
  trx: DatabaseOrTransaction,
  orderId: number,
  values: Pick<PaymentSession, "expiryMailDue">,
): Promise<boolean> {
  const updated = await trx
    .update(paymentSession)
    .set(values)
    .where(eq(paymentSession.orderId, orderId))
    .returning({ id: paymentSession.id });
  return updated.length > 0;
}

/** Has orders checked with the provider now. */
export async function enqueueChecks(trx: DatabaseOrTransaction, which: SQL): Promise<void> {
  const sessions = await trx.select({ orderId: paymentSession.orderId }).from(paymentSession).where(which);
  for (const { orderId } of sessions) await enqueueCheck(trx, orderId);
}
