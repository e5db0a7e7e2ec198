/** What couriers do not remit, given up and claimed again. Both functions take a locked order, whose invoice and payment stay as they are. */

import { eq } from "drizzle-orm";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise, toPaise } from "../../base/money.ts";
import { cashOf } from "../../orders/orders/balance.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { requireAction } from "../../orders/orders/staff/order-facts.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder } from "../../platform/database/schema.ts";
import { remittedFor } from "./remittance.ts";

/**
 * Gives up what a courier has not remitted for an order, which leaves the queue of due cash.
 * @param seen what couriers have remitted for it as the member has seen it, in rupees; by default it is not compared
 * @returns what is given up
 * @throws ApiError (409) if no cash of it is due, or more has been remitted since
 */
export async function writeOffCash(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { seen, now }: { seen?: number; now: Date },
): Promise<Paise> {
  if (!termsOf(order).courierCollects || order.deliveredAt === null || order.cashRemittedAt !== null)
    throw new ApiError("wrong_order_state", `No cash of order ${order.number} is due.`);
  const remittedPaise = (await remittedFor(trx, [order.id])).get(order.id) ?? paise(0);
  if (seen !== undefined && toPaise(seen) !== remittedPaise)
    throw new ApiError("conflict", "More was remitted for this order meanwhile. Please look at the list again.");
  await trx.update(customerOrder).set({ cashRemittedAt: now }).where(eq(customerOrder.id, order.id));
  return paise(cashOf(order) - remittedPaise);
}

/**
 * Claims cash again that was written off: its order returns to the queue of due cash.
 * @throws ApiError (409) if none of it is written off, or the courier has remitted it since
 */
export async function undoWriteOffCash(trx: DatabaseOrTransaction, order: OrderRow): Promise<void> {
  await requireAction(trx, order, "undo-write-off-cash");
  await trx.update(customerOrder).set({ cashRemittedAt: null }).where(eq(customerOrder.id, order.id));
}
