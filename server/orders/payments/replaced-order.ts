/**
 * Late payments of expired and replaced orders. In a chain of replaced orders only one is sold: the first whose payment arrives, or that is
 * confirmed for cash on delivery.
 */

import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { redeemAgain, releaseOffers } from "../../selling/offers/redemptions.ts";
import { lockStock, releaseStock, reserveStock } from "../../selling/stock/stock.ts";
import { changeState } from "../orders/change-state.ts";
import { lockOrderById, type OrderRow } from "../orders/order-row.ts";

/**
 * Finds and locks the latest replacement of an order; null if it was not replaced.
 * @returns also whether a replacement was cancelled, and with it what the order was for
 */
export async function lockLatestReplacement(
  trx: DatabaseOrTransaction,
  order: OrderRow,
): Promise<{ replacement: OrderRow | null; wasCancelled: boolean }> {
  let last = order;
  let wasCancelled = false;
  while (last.replacedById !== null) {
    const next = await lockOrderById(trx, last.replacedById);
    if (!next) break;
    last = next;
    wasCancelled ||= next.state === "cancelled";
  }
  return { replacement: last === order ? null : last, wasCancelled };
}

/**
 * Reserves the units of an expired order again, and records its offers again. A pending replacement is expired.
 * @returns false, with nothing changed, if the units are sold out or the uses of an offer exhausted
 */
export async function reserveStockAgain(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  replacement: OrderRow | null,
  now: Date,
): Promise<boolean> {
  const waiting = replacement?.state === "pending" ? replacement : null;
  if (waiting) await releaseOffers(trx, waiting.id);
  if (!(await redeemAgain(trx, order))) {
    if (waiting) await redeemAgain(trx, waiting);
    return false;
  }
  if (waiting) {
    await lockStock(trx, [order.id, waiting.id]);
    await releaseStock(trx, waiting.id);
  }
  if (!(await reserveStock(trx, order.id))) {
    await releaseOffers(trx, order.id);
    if (waiting) {
      await reserveStock(trx, waiting.id);
      await redeemAgain(trx, waiting);
    }
    return false;
  }
  if (waiting) {
    const note = `Order ${order.number} was paid instead.`;
    const columns = { holdsStock: false, replacedById: order.id };
    await changeState(trx, waiting, "expired", { cause: "payment", note, at: now }, columns);
  }
  return true;
}
