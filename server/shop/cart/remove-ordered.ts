import { asc, eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import { cartItem, orderItem } from "../../platform/database/schema.ts";

/**
 * Removes the units that a confirmed order has bought from its customer's cart. Units added since then stay.
 * @returns the items of the order
 */
export const removeOrdered = (
  trx: DatabaseOrTransaction,
  order: { customerId: number; orderId: number },
): Promise<(typeof orderItem.$inferSelect)[]> => removal(trx).execute(order);

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
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId))
    .orderBy(asc(orderItem.position));
});
