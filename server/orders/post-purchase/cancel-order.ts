import { ApiError, unreachable } from "../../base/errors.ts";
import { formatRupees, type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { OrderCause } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { releaseOffers } from "../../selling/offers/redemptions.ts";
import { releaseStock, returnCancelledUnits, returnStock } from "../../selling/stock/stock.ts";
import { amendOrder } from "../orders/amend-order.ts";
import { addNote, changeState, prepareAgain } from "../orders/change-state.ts";
import { canCancel, canCancelUnits } from "../orders/eligibility.ts";
import { endSamples } from "../orders/end-samples.ts";
import {
  chosen,
  isEverything,
  type LineUnits,
  type PreparedCreditNote,
  readCreditable,
} from "../orders/invoice/credit-notes.ts";
import { listUnits } from "../orders/item-name.ts";
import { queueCancelledEmail, queuePartlyCancelledEmail } from "../orders/mails/queue-order-emails.ts";
import { readOpenBooking } from "../orders/open-booking.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { endPendingEdit, withdrawnText } from "../orders/pending-edit.ts";
import { type PreparedRemoval, prepareRemoval, recordRemoval, totalAfter } from "../orders/removal.ts";
import { samplesText } from "../orders/removal-texts.ts";
import { issueRefundVouchers } from "../orders/vouchers/issue-vouchers.ts";
import { isDisputed } from "../payment-records/disputes.ts";
import { enqueueCheck } from "../payments/payment-jobs.ts";
import { refundOrder } from "../payments/refunds.ts";
import { reverseSale, reverseUnits } from "./reverse-sale.ts";

interface Cancellation {
  cause: OrderCause;
  /** A sentence for the customer if the shop cancels. */
  reason?: string;
  /** Whether units are credited by their shares and the rest keeps its price: the shop is at fault. */
  keepsOffers?: boolean;
  /** What the customer was shown that the order's price falls by; by default anything. */
  shownPaise?: Paise | undefined;
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
  { cause, reason = "", shownPaise, sender, now }: Cancellation,
): Promise<OrderRow> {
  requireCancellable(order);
  if (cause === "customer") await requireNoDispute(trx, order);
  if (shownPaise !== undefined) requireShownAmount(await prepareRemoval(trx, order), shownPaise);
  if (order.state === "pending") return endUnpaidOrder(trx, order, { cause, reason, now });
  const change = { cause, note: reason, at: now };
  const also = { holdsStock: false };
  if (await readOpenBooking(trx, order.id)) await addJob(trx, "cancel_booking", { orderId: order.id });
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
 * Cancels some units of a locked order, and the free samples that the rest does not earn: restocks and refunds them. The total of an order
 * for cash on delivery is reduced instead. If no other units are left, the whole order is cancelled. A packed order is prepared again.
 * @throws ApiError (409) once it is shipped, or for another amount than the customer was shown; (422) unless these units are left
 */
export async function cancelUnits(
  trx: DatabaseOrTransaction,
  locked: OrderRow,
  units: readonly LineUnits[],
  cancellation: Cancellation,
): Promise<OrderRow> {
  requireCancellableUnits(locked);
  if (cancellation.cause === "customer") await requireNoDispute(trx, locked);
  const items = await readCreditable(trx, locked.id);
  if (isEverything(items, chosen(items, units))) return cancelOrder(trx, locked, cancellation);
  const { cause, reason = "", keepsOffers = false, shownPaise, sender, now } = cancellation;
  const prepared = withSamples(await prepareRemoval(trx, locked, units, { keepsOffers }));
  requireShownAmount(prepared, shownPaise);
  const order = await prepareAgain(trx, locked, { cause, at: now });
  const ended = await endPendingEdit(trx, order.id, "withdrawn", now);
  const withdrawn = ended ? withdrawnText(ended) : "";
  await returnCancelledUnits(trx, order.id, [...units, ...prepared.samples]);
  const note = [reason, ...prepared.reasons, withdrawn].filter(Boolean).join(" ");
  if (order.invoiceNumber === null) {
    // What is due on delivery falls first; only what was paid beyond the new total is refunded.
    const excessPaise = excessOf(order, prepared);
    if (excessPaise > 0) await refundOrder(trx, order.id, { reason: "cancelled", upToPaise: excessPaise }, now);
    // The email names items that `amendOrder` removes, so it is queued first.
    await queuePartlyCancelledEmail(trx, sender, order, { cause, reason, credit: null, cancelled: prepared }, now);
    await recordRemoval(trx, prepared);
    const amended = await amendOrder(trx, order, prepared, { cause, note, at: now });
    await issueRefundVouchers(trx, amended, now);
    return amended;
  }
  await endSamples(trx, order.id, prepared.samples);
  const cancelled = `Cancelled: ${listUnits(units, items)}.`;
  await addNote(trx, order, { cause, note: [cancelled, note].filter(Boolean).join(" "), at: now });
  await reverseUnits(trx, order, prepared, {
    reason: "cancelled",
    at: now,
    notify: (credit) => queuePartlyCancelledEmail(trx, sender, order, { cause, reason, credit }, now),
  });
  return order;
}

/** Returns what was paid in advance beyond what such an order costs after the cancellation or change. */
export const excessOf = (order: OrderRow, prepared: Pick<PreparedRemoval, "totalPaise" | "removal">): Paise =>
  paise(Math.max(0, order.advancePaise - totalAfter(order, prepared)));

/** Adds the sentence about free samples that go with cancelled units. */
export const withSamples = (prepared: PreparedRemoval): PreparedRemoval => ({
  ...prepared,
  reasons: [...prepared.reasons, samplesText(prepared.samples, "cancelled")].filter(Boolean),
});

/** @throws ApiError (409) */
export function requireCancellableUnits(order: OrderRow): void {
  if (canCancelUnits(order)) return;
  throw new ApiError(
    "wrong_order_state",
    canCancel(order)
      ? "Single items can no longer be cancelled, but you can still cancel the whole order."
      : cancelProblem(order),
  );
}

/** @throws ApiError (409) once it is shipped */
export function requireCancellable(order: OrderRow): void {
  if (!canCancel(order)) throw new ApiError("wrong_order_state", cancelProblem(order));
}

/** @throws ApiError (409) that names the amount */
export function requireShownAmount(
  { totalPaise }: Pick<PreparedRemoval, "totalPaise">,
  shownPaise: Paise | undefined,
): void {
  if (shownPaise === undefined || shownPaise === totalPaise) return;
  throw ApiError.ofField(
    "amount",
    `This order has changed: the amount is now ${formatRupees(totalPaise)}, not ${formatRupees(shownPaise)}. Nothing has been changed. Please check it and try again.`,
    "price_changed",
  );
}

/** Leaves an order whose payment the bank takes back, or has, to staff: the shop cannot promise its customer a refund. */
async function requireNoDispute(trx: DatabaseOrTransaction, { id }: OrderRow): Promise<void> {
  if (!(await isDisputed(trx, id))) return;
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
