/** Payment sessions: payments as opened with the provider. An order without one was never opened for payment. */

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import { customerOrder, payment, paymentSession } from "../../platform/database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { enqueueCheck, scheduleCheck } from "./payment-jobs.ts";
import type { PaymentProvider } from "./provider.ts";
import { firstCheck } from "./schedule.ts";

export type PaymentSession = typeof paymentSession.$inferSelect;

export interface OpenedOrder {
  order: OrderRow;
  session: PaymentSession;
  /** The provider's ids of the order's captured payments, including refunded ones. */
  captured: string[];
}

const captured = sql<string[]>`array(
  select ${payment.providerPaymentId} from ${payment}
  where ${payment.orderId} = ${customerOrder.id} and ${payment.provider} = ${paymentSession.provider}
    and ${payment.state} in ('captured', 'refunded'))`;

const openedWhere = (label: string, condition: SQL | undefined) =>
  prepareForTransactions(label, (db) =>
    db
      .select({ order: customerOrder, session: paymentSession, captured })
      .from(paymentSession)
      .innerJoin(customerOrder, eq(customerOrder.id, paymentSession.orderId))
      .where(condition),
  );

const openedById = openedWhere("opened order", eq(paymentSession.orderId, sql.placeholder("orderId")));

const openedByProviderOrder = openedWhere(
  "opened by provider order",
  and(
    eq(paymentSession.provider, sql.placeholder("provider")),
    eq(paymentSession.providerOrderId, sql.placeholder("providerOrderId")),
  ),
);

/** Finds an order with its payment sessions, one for each amount with which it was opened; null if its payment was never opened. */
export async function findOpenedOrder(
  db: DatabaseOrTransaction,
  orderId: number,
): Promise<{ order: OrderRow; sessions: PaymentSession[] } | null> {
  const found = await openedById(db).execute({ orderId });
  const [first] = found;
  return first ? { order: first.order, sessions: found.map(({ session }) => session) } : null;
}

/** Records that an open payment was opened again, and reschedules its check. */
export async function reopenSession(
  trx: DatabaseOrTransaction,
  { orderId, providerOrderId, now }: { orderId: number; providerOrderId: string; now: Date },
): Promise<void> {
  const which = and(eq(paymentSession.orderId, orderId), eq(paymentSession.providerOrderId, providerOrderId));
  await trx.update(paymentSession).set({ openedAt: now }).where(which);
  await scheduleCheck(trx, orderId, firstCheck(now));
}

/** Finds an order by the provider's id. @param customerId of its owner; null for any */
export async function findByProviderOrder(
  { db, provider }: { db: DatabaseOrTransaction; provider: PaymentProvider },
  providerOrderId: string,
  customerId: number | null,
): Promise<OpenedOrder | null> {
  const [found] = await openedByProviderOrder(db).execute({ provider: provider.name, providerOrderId });
  return found && (customerId === null || found.order.customerId === customerId) ? found : null;
}

/** Whether the payment of an order was opened, so that its customer may be paying. */
export const hasPaymentSession = async (db: DatabaseOrTransaction, orderId: number): Promise<boolean> =>
  (await findOpenedOrder(db, orderId)) !== null;

/**
 * Stores whether the customer of an expired order is still to be emailed.
 * @returns whether the order has a payment session
 */
export async function setExpiryMailDue(
  trx: DatabaseOrTransaction,
  orderId: number,
  expiryMailDue: boolean,
): Promise<boolean> {
  const updated = await trx
    .update(paymentSession)
    .set({ expiryMailDue })
    .where(eq(paymentSession.orderId, orderId))
    .returning({ id: paymentSession.id });
  return updated.length > 0;
}

/** Schedules a check of orders with the provider now. */
export async function enqueueChecks(trx: DatabaseOrTransaction, where: SQL): Promise<void> {
  const sessions = await trx.select({ orderId: paymentSession.orderId }).from(paymentSession).where(where);
  for (const { orderId } of sessions) await enqueueCheck(trx, orderId);
}
