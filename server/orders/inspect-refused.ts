import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder, orderItem } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { returnUnits } from "../stock/stock.ts";
import type { OrderRow } from "./order-row.ts";

/**
 * Records what became of the units of a locked order whose parcel was refused.
 * @param restock whether they can be sold again; else they are written off
 * @throws ApiError (409) unless a refused parcel waits for it
 */
export async function inspectRefused(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { restock, now }: { restock: boolean; now: Date },
): Promise<OrderRow> {
  if (order.refusedAt === null || order.inspectedAt !== null)
    throw new ApiError("wrong_order_state", `No refused parcel of order ${order.number} waits for its inspection.`);
  if (restock) {
    const items = { position: orderItem.position, quantity: orderItem.quantity };
    // Already credited, so returnStock would skip them.
    await returnUnits(trx, order.id, await trx.select(items).from(orderItem).where(eq(orderItem.orderId, order.id)));
  }
  const columns = { inspectedAt: now, ...(restock && { holdsStock: false }) };
  await trx.update(customerOrder).set(columns).where(eq(customerOrder.id, order.id));
  return { ...order, ...columns };
}
