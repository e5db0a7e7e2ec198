import type { DatabaseOrTransaction } from "../database/database.ts";
import type { OrderCause } from "../database/schema.ts";
import { ApiError, unreachable } from "../errors.ts";
import type { MailSender } from "../mail/sender.ts";
import { changeState } from "../orders/change-state.ts";
import { canCancel } from "../orders/eligibility.ts";
import { mailCancelled } from "../orders/mails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { enqueueCheck } from "../payments/payment-jobs.ts";
import { lockProducts, releaseStock, returnStock } from "../stock/stock.ts";
import { reverseSale } from "./reverse-sale.ts";

/**
 * Cancels a locked order: its units return to the stock, and its payment is refunded. A pending order is cancelled as well; a payment that
 * arrives later is refunded.
 * @param reason a sentence for the customer, if the shop cancels
 * @throws ApiError (409) once it is shipped
 */
export async function cancelOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { cause, reason = "", sender, now }: { cause: OrderCause; reason?: string; sender: MailSender; now: Date },
): Promise<OrderRow> {
  if (!canCancel(order)) throw new ApiError("wrong_order_state", cancelProblem(order));
  const change = { cause, note: reason, at: now };
  const also = { holdsStock: false };
  if (order.state === "pending") {
    await lockProducts(trx, { orderIds: [order.id] });
    await releaseStock(trx, order.id);
    // It may have been paid meanwhile.
    await enqueueCheck(trx, order.id);
    return changeState(trx, order, "cancelled", change, also);
  }
  await returnStock(trx, order.id);
  const notify = (cancelled: OrderRow) => mailCancelled(trx, sender, cancelled, { cause, reason }, now);
  return reverseSale(trx, order, { reason: "cancelled", change, also, notify });
}

function cancelProblem({ state }: OrderRow): string {
  switch (state) {
    case "cancelled":
      return "This order has already been cancelled.";
    case "expired":
      return "This order has expired, so there is nothing to cancel.";
    case "shipped":
    case "out_for_delivery":
      return "This order can no longer be cancelled. Once it arrives, you can request a return.";
    case "delivered":
    case "return_requested":
    case "return_approved":
    case "return_received":
    case "returned":
    case "pending":
    case "paid":
    case "processing":
    case "packed":
      return "This order can no longer be cancelled.";
    default:
      return unreachable(state);
  }
}
