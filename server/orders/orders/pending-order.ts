/** Writes orders that await their payment. */

import { and, asc, eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, type OrderTerms, orderEvent, orderItem, orderTerms } from "../../platform/database/schema.ts";
import { jobInsertion } from "../../platform/jobs/add-job.ts";
import type { OrderRow } from "./order-row.ts";

export type OrderedItem = Omit<typeof orderItem.$inferInsert, "orderId">;
export type NewOrder = Omit<typeof customerOrder.$inferInsert, "state"> & { createdAt: Date };

/**
 * Inserts a pending order with its items, first event and terms. Its stock is not reserved yet.
 * @param terms by which it was priced
 * @param expiresAt when a job expires the order unless it is paid or extended by then. The job has no key: it is added once, and
 * reschedules itself
 */
export async function insertOrder(
  trx: DatabaseOrTransaction,
  order: NewOrder,
  items: readonly OrderedItem[],
  { terms, expiresAt }: { terms: OrderTerms; expiresAt: Date },
): Promise<OrderRow> {
  const placed = trx.$with("placed").as(trx.insert(customerOrder).values(order).returning());
  const orderId = sql`(select id from ${placed})`;
  const ordered = trx.insert(orderItem).values(items.map((item) => ({ ...item, orderId })));
  const priced = trx.insert(orderTerms).values({ orderId, terms });
  const event = trx.insert(orderEvent).values({ orderId, state: "pending", cause: "customer", at: order.createdAt });
  const payload = sql<{ orderId: number }>`jsonb_build_object('orderId', ${orderId})`;
  const expiry = jobInsertion(trx, "expire_order", payload, { runAt: expiresAt });
  const [inserted] = await trx
    .with(
      placed,
      trx.$with("ordered").as(ordered),
      trx.$with("priced").as(priced),
      trx.$with("event").as(event),
      trx.$with("expiry").as(expiry),
    )
    .select()
    .from(placed);
  if (!inserted) throw new Error("the order was not inserted");
  return inserted;
}

/** Whether an order has these variants, each in the same quantity and at the same price. */
export async function hasSameItems(
  trx: DatabaseOrTransaction,
  orderId: number,
  items: readonly OrderedItem[],
): Promise<boolean> {
  const stored = await trx
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId))
    .orderBy(asc(orderItem.variantId), asc(orderItem.pricePaise));
  const requested = [...items].sort((a, b) => a.variantId - b.variantId || a.pricePaise - b.pricePaise);
  return (
    stored.length === requested.length &&
    stored.every((item, at) => {
      const other = requested[at];
      return (
        item.variantId === other?.variantId && item.quantity === other.quantity && item.pricePaise === other.pricePaise
      );
    })
  );
}

/** Sets until when a locked pending order can be paid. */
export async function setPayUntil(trx: DatabaseOrTransaction, order: OrderRow, payUntil: Date): Promise<OrderRow> {
  await trx.update(customerOrder).set({ payUntil }).where(eq(customerOrder.id, order.id));
  return { ...order, payUntil };
}

/** Extends the time in which an order can be paid, unless the order is no longer pending or its time ends later anyway. */
export async function extendPayUntil(db: DatabaseOrTransaction, orderId: number, until: Date): Promise<void> {
  await db
    .update(customerOrder)
    .set({ payUntil: sql`greatest(${customerOrder.payUntil}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(customerOrder.id, orderId), eq(customerOrder.state, "pending")));
}

/** Records the order that replaces an expired one. */
export async function setReplacement(trx: DatabaseOrTransaction, orderId: number, replacedById: number): Promise<void> {
  await trx.update(customerOrder).set({ replacedById }).where(eq(customerOrder.id, orderId));
}
