import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import { changeState } from "../orders/change-state.ts";
import { lockOrder, type OrderRow } from "../orders/order-row.ts";
import { lockProducts, releaseStock, reserveStock } from "../stock/stock.ts";

/**
 * Money that comes for an order which was not waited for any more. Of orders that replaced one another one is paid: the first whose money
 * arrives.
 */

/** The last of the orders that took the place of one, locked; null where none did. */
export async function replacementOf(trx: DatabaseOrTransaction, order: OrderRow): Promise<OrderRow | null> {
  let last = order;
  while (last.replacedById !== null) {
    const next = await lockOrder(trx, eq(customerOrder.id, last.replacedById));
    if (!next) break;
    last = next;
  }
  return last === order ? null : last;
}

/**
 * Takes an expired order's pieces out of the stock again. An order that took its place and still waits for its own payment gives way.
 * @returns false, with nothing changed, where they are gone
 */
export async function reserveStockAgain(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  replacement: OrderRow | null,
  now: Date,
): Promise<boolean> {
  const waiting = replacement?.state === "pending" ? replacement : null;
  await lockProducts(trx, { orderIds: waiting ? [order.id, waiting.id] : [order.id] });
  if (waiting) await releaseStock(trx, waiting.id);
  if (!(await reserveStock(trx, order.id))) {
    if (waiting) await reserveStock(trx, waiting.id);
    return false;
  }
  if (waiting) {
    const note = `Order ${order.number} was paid instead.`;
    const also = { holdsStock: false, replacedById: order.id };
    await changeState(trx, waiting, "expired", { cause: "payment", note, at: now }, also);
  }
  return true;
}
