import type { DatabaseOrTransaction } from "../database/database.ts";
import type { OrderCause } from "../database/schema.ts";
import { ApiError, unreachable } from "../errors.ts";
import type { MailSender } from "../mail/sender.ts";
import { paise } from "../money.ts";
import { releaseOffers } from "../offers/redemptions.ts";
import { amendOrder } from "../orders/amend-order.ts";
import { changeState } from "../orders/change-state.ts";
import {
  chosen,
  isEverything,
  type LineUnits,
  type PreparedCreditNote,
  prepareCreditNote,
  readCreditable,
} from "../orders/credit-notes.ts";
import { canCancel, canCancelUnits } from "../orders/eligibility.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { queueCancelledEmail, queuePartlyCancelledEmail } from "../orders/queue-order-emails.ts";
import { barsRefund, readDisputesOf } from "../payment-records/disputes.ts";
import { enqueueCheck } from "../payments/payment-jobs.ts";
import { refundOrder } from "../payments/refunds.ts";
import { releaseStock, returnStock, returnUnits } from "../stock/stock.ts";
import { reverseSale, reverseUnits } from "./reverse-sale.ts";

interface Cancellation {
  cause: OrderCause;
  /** A sentence for the customer if the shop cancels. */
  reason?: string;
  sender: MailSender;
  now: Date;
}

/**
 * Cancels a locked order: restocks its units and refunds its payment. Also cancels a pending order; a payment that arrives later is
 * refunded.
 * @throws ApiError (409) once it is shipped
 */
export async function cancelOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { cause, reason = "", sender, now }: Cancellation,
): Promise<OrderRow> {
  if (!canCancel(order)) throw new ApiError("wrong_order_state", cancelProblem(order));
  if (cause === "customer") await requireNoDispute(trx, order);
  if (order.state === "pending") return endUnpaidOrder(trx, order, { cause, reason, now });
  const change = { cause, note: reason, at: now };
  const also = { holdsStock: false };
  await releaseOffers(trx, order.id);
  await returnStock(trx, order.id);
  const notify = (cancelled: OrderRow, credit: PreparedCreditNote | null) =>
    queueCancelledEmail(trx, sender, cancelled, { cause, reason, credit }, now);
  return reverseSale(trx, order, { reason: "cancelled", change, also, notify });
}

/**
 * Ends a locked order that is not paid, whether it still waits or has expired: a payment that arrives later is refunded, even if everything
 * is in stock.
 */
export async function endUnpaidOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { cause, reason = "", now }: Pick<Cancellation, "cause" | "reason" | "now">,
): Promise<OrderRow> {
  if (order.state === "pending") {
    await releaseOffers(trx, order.id);
    await releaseStock(trx, order.id);
  }
  // It may have been paid meanwhile.
  await enqueueCheck(trx, order.id);
  return changeState(trx, order, "cancelled", { cause, note: reason, at: now }, { holdsStock: false });
}

/**
 * Cancels some units of a locked order: restocks and refunds them. The total of an order for cash on delivery is reduced instead. If no
 * other units are left, the whole order is cancelled.
 * @throws ApiError (409) once it is packed, (422) unless these units are left
 */
export async function cancelUnits(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  units: readonly LineUnits[],
  cancellation: Cancellation,
): Promise<OrderRow> {
  if (!canCancelUnits(order))
    throw new ApiError(
      "wrong_order_state",
      canCancel(order)
        ? "Single items can no longer be cancelled, but you can still cancel the whole order."
        : cancelProblem(order),
    );
  if (cancellation.cause === "customer") await requireNoDispute(trx, order);
  const items = await readCreditable(trx, order.id);
  if (isEverything(items, chosen(items, units))) return cancelOrder(trx, order, cancellation);
  const { cause, reason = "", sender, now } = cancellation;
  await returnUnits(trx, order.id, units);
  if (order.invoiceNumber === null) {
    const cancelled = await prepareCreditNote(trx, order.id, units);
    // What is due on delivery falls first; only what was paid beyond the new total is refunded.
    const excessPaise = paise(Math.max(0, order.advancePaise - (order.totalPaise - cancelled.totalPaise)));
    if (excessPaise > 0) await refundOrder(trx, order.id, { reason: "cancelled", upToPaise: excessPaise }, now);
    // The email names items that `amendOrder` removes, so it is queued first.
    await queuePartlyCancelledEmail(trx, sender, order, { cause, reason, credit: null, cancelled }, now);
    return amendOrder(trx, order, cancelled, { cause, note: reason, at: now });
  }
  await reverseUnits(trx, order, units, {
    reason: "cancelled",
    at: now,
    notify: (credit) => queuePartlyCancelledEmail(trx, sender, order, { cause, reason, credit }, now),
  });
  return order;
}

/** Leaves an order whose payment the bank takes back, or has, to staff: the shop cannot promise its customer a refund. */
async function requireNoDispute(trx: DatabaseOrTransaction, { id }: OrderRow): Promise<void> {
  if (!(await readDisputesOf(trx, id)).some(barsRefund)) return;
  throw new ApiError(
    "payment_disputed",
    "Your bank is handling a dispute about this payment, so the order can’t be cancelled here. Please write to us.",
  );
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
