import { eq } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, orderItem } from "../../platform/database/schema.ts";
import { returnUnits, writeOffUnits } from "../../selling/stock/stock.ts";
import type { OrderRow } from "./order-row.ts";

/**
 * Records what happens to the units of a locked order whose parcel was refused.
 * @param restock whether they can be sold again; otherwise they are written off
 * @throws ApiError (409) unless a refused parcel awaits inspection
 */
export async function inspectRefused(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { restock, now }: { restock: boolean; now: Date },
): Promise<OrderRow> {
  if (order.refusedAt === null || order.inspectedAt !== null)
    throw new ApiError("wrong_order_state", `No refused parcel of order ${order.number} waits for its inspection.`);
  const columns = { position: orderItem.position, quantity: orderItem.quantity };
  const units = await trx.select(columns).from(orderItem).where(eq(orderItem.orderId, order.id));
  // The units are credited already, so returnStock would skip them.
  if (restock) await returnUnits(trx, order.id, units);
  else await writeOffUnits(trx, order.id, units, "Refused");
  const inspected = { inspectedAt: now, ...(restock && { holdsStock: false }) };
  await trx.update(customerOrder).set(inspected).where(eq(customerOrder.id, order.id));
  return { ...order, ...inspected };
}
