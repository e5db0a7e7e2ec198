import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { paise, toRupees } from "../money.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { remittedFor } from "./remittance.ts";

/**
 * Gives up what a courier has not remitted for a locked order, which leaves the queue of due cash. Invoice and payment stay as they are.
 * @param remitted what couriers have remitted for it as the member has seen it, in rupees
 * @throws ApiError (409) if no cash of it is due, or more has been remitted since
 */
export async function writeOffCash(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { remitted, now }: { remitted: number; now: Date },
): Promise<void> {
  if (order.paymentMethod !== "cash_on_delivery" || order.deliveredAt === null || order.cashRemittedAt !== null)
    throw new ApiError("wrong_order_state", `No cash of order ${order.number} is due.`);
  const paid = toRupees((await remittedFor(trx, [order.id])).get(order.id) ?? paise(0));
  if (paid !== remitted)
    throw new ApiError("conflict", "More was remitted for this order meanwhile. Please look at the list again.");
  await trx.update(customerOrder).set({ cashRemittedAt: now }).where(eq(customerOrder.id, order.id));
}
