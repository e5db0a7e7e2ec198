import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import { cartItem, orderItem } from "../../platform/database/schema.ts";
import { gstPercentOn } from "../../selling/variants/gst-rate.ts";

/**
 * Removes the units that a confirmed order has bought from its customer's cart. Units added since then stay.
 * @param order.day in India, such as 2026-11-28
 * @returns the items of the order, each with its variant's GST rate of that day; null if the variant no longer exists
 */
export const removeOrdered = (
  trx: DatabaseOrTransaction,
  order: { customerId: number; orderId: number; day: string },
): Promise<(typeof orderItem.$inferSelect & { percentOfDay: number | null })[]> => removal(trx).execute(order);

const removal = prepareForTransactions("remove ordered", (db) => {
  const [customerId, orderId] = [sql.placeholder("customerId"), sql.placeholder("orderId")];
  // Locked, because the customer may add units at the same time.
  const ordered = db.$with("ordered", {}).as(sql`
    select ${cartItem.variantId}, ${cartItem.quantity} - ${orderItem.quantity} as remaining
    from ${cartItem} join ${orderItem} on ${orderItem.variantId} = ${cartItem.variantId}
    where ${cartItem.customerId} = ${customerId} and ${orderItem.orderId} = ${orderId} and ${orderItem.pricePaise} > 0 for update of ${cartItem}`);
  const removed = db.$with("removed", {}).as(sql`
    delete from ${cartItem} using ordered
    where ${cartItem.customerId} = ${customerId} and ${cartItem.variantId} = ordered.variant_id and remaining <= 0`);
  const reduced = db.$with("reduced", {}).as(sql`
    update ${cartItem} set quantity = remaining from ordered
    where ${cartItem.customerId} = ${customerId} and ${cartItem.variantId} = ordered.variant_id and remaining > 0`);
  return db
    .with(ordered, removed, reduced)
    .select({
      ...getTableColumns(orderItem),
      // Qualified by hand, because Drizzle leaves the table out where a query has one.
      percentOfDay: gstPercentOn(sql`${orderItem}.variant_id`, sql.placeholder("day")),
    })
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId))
    .orderBy(asc(orderItem.position));
});
