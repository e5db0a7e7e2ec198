import { and, eq, gte, inArray, type SQL } from "drizzle-orm";
import type { PaymentOutcome } from "../../../contract/checkout/schemas.ts";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { ApiError, unreachable } from "../../base/errors.ts";
import { formatRupees, paise } from "../../base/money.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { refund } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { balanceOf, cashOf } from "../orders/balance.ts";
import { mayCollectFor } from "../orders/cash-to-collect.ts";
import { changeState } from "../orders/change-state.ts";
import { issueInvoice } from "../orders/invoice/issue-invoice.ts";
import { taxOrder } from "../orders/invoice/tax-items.ts";
import { isSale } from "../orders/lifecycle.ts";
import type { UnappliedPayment } from "../orders/mails/payment-emails.ts";
import { queuePrepaidEmail, queueUnappliedPaymentEmail } from "../orders/mails/queue-payment-emails.ts";
import { lockWithCustomer, type OrderRow } from "../orders/order-row.ts";
import { endPendingEdit, type OrderEdit, readEdit } from "../orders/pending-edit.ts";
import { canPrepay, prepays, recordPrepaid } from "../orders/prepay.ts";
import {
  getsVouchers,
  issueReceiptVoucher,
  issueRefundVouchers,
  nextPosition,
} from "../orders/vouchers/issue-vouchers.ts";
import { UNAPPLIED_REASONS } from "../payment-records/refundable.ts";
import { mobileOf } from "./contact.ts";
import { checkInsertion, scheduleCheck } from "./payment-jobs.ts";
import type { ProviderPayment } from "./provider.ts";
import { recordPayment } from "./record-payment.ts";
import { requestRefund } from "./refunds.ts";
import { lockLatestReplacement, reserveStockAgain } from "./replaced-order.ts";
import { firstCheckAfterPayment } from "./schedule.ts";
import { type PaymentSession, setExpiryMailDue } from "./session.ts";

export type Outcome = PaymentOutcome["outcome"];

export interface ApplyPaymentDeps {
  db: Database;
  /** Reads the shop as its emails show it, with links to this origin. */
  readSender: (origin: string) => Promise<MailSender>;
  /** Confirms a locked order that was just paid; injected, because checkout depends on payments. */
  confirmOrder: (
    trx: DatabaseOrTransaction,
    order: OrderRow,
    options: { payment: ProviderPayment; sender: MailSender; now: Date },
  ) => Promise<void>;
  /**
   * Applies the pending change of a locked order, which was just paid; injected, because editing depends on payments.
   * @throws ApiError if the order no longer allows it
   */
  applyEdit: (
    trx: DatabaseOrTransaction,
    order: OrderRow,
    edit: OrderEdit,
    options: { sender: MailSender; now: Date },
  ) => Promise<void>;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/**
 * Applies a payment to its order in one transaction: marks the order paid, even if it had expired, or refunds the money and emails the
 * customer why. Every report of a payment goes through here. Safe to repeat and to run concurrently: the order is locked, and a payment
 * that was captured before is ignored.
 * @param known the order as read before; it may have changed since
 * @param reported by the provider's API; never by a browser or a webhook
 * @param session the payment session it belongs to
 */
export async function applyPayment(
  { db, readSender, confirmOrder, applyEdit, log }: ApplyPaymentDeps,
  known: OrderRow,
  reported: ProviderPayment,
  now: Date,
  session: PaidSubject,
): Promise<Outcome> {
  const orderId = known.id;
  // Before the transaction, because it uses another connection.
  const sender = await readSender(known.shopOrigin);

  return db.transaction(async (trx) => {
    const order = await lockWithCustomer(trx, known);
    if (!order) throw new Error(`there is no order ${orderId}`);
    const { id: paymentId, isNewlyCaptured } = await recordPayment(trx, orderId, reported, now);
    if (reported.state === "authorized" && !(await isPaidBy(trx, order, session))) return "confirming";
    if (!isNewlyCaptured) return outcomeOf(trx, order, session);

    const edit = session.editId === null ? null : await readEdit(trx, session.editId);
    const result = edit
      ? await applyToEdit(trx, edit, reported, now, (nested) => applyEdit(nested, order, edit, { sender, now }))
      : await applyCaptured(trx, order, reported, session, now);
    if ("edited" in result) return "paid";
    if ("paid" in result) {
      // Its last statement numbers the invoice, or that of an advance its voucher, so nothing follows.
      await confirmOrder(trx, result.paid, { payment: reported, sender, now });
      if (session.isAdvance) await issueReceiptVoucher(trx, result.paid, paymentId, now);
      return "paid";
    }
    if ("prepaid" in result) {
      await scheduleCheck(trx, orderId, firstCheckAfterPayment(now));
      const taxed = await taxOrder(trx, result.prepaid, now);
      await queuePrepaidEmail(
        trx,
        sender,
        result.prepaid,
        { paidPaise: reported.amountPaise, savedPaise: paise(balanceOf(order) - reported.amountPaise) },
        now,
      );
      await issueInvoice(trx, result.prepaid, taxed);
      return "paid";
    }
    const { reason } = result;
    const { amountPaise } = reported;
    log.warn({ order: order.number, payment: reported.id, reason }, "a payment cannot be applied and is refunded");
    const requested = await requestRefund(trx, { orderId, paymentId, amountPaise }, { reason }, now);
    const withVouchers = getsVouchers(reason);
    const refundVoucher = withVouchers && requested ? await nextPosition(trx, orderId, "refund") : null;
    await queueUnappliedPaymentEmail(
      trx,
      sender,
      order,
      { ...result, edit, paymentId, amountPaise, refundVoucher },
      now,
    );
    const outcome = await outcomeOf(trx, order, session);
    if (withVouchers) {
      await issueReceiptVoucher(trx, order, paymentId, now);
      await issueRefundVouchers(trx, order, now, paymentId);
    }
    return outcome;
  });
}

/** What a session is paid for: the order, its advance, or a change of its items. */
export type PaidSubject = Pick<PaymentSession, "isAdvance" | "editId">;

type UnappliedReason = Pick<UnappliedPayment, "reason" | "replacedBy">;

/**
 * Applies the payment of a change of a locked order's items.
 * @param apply changes the order, and numbers documents last
 * @returns why the payment cannot be applied
 */
async function applyToEdit(
  trx: DatabaseOrTransaction,
  { state, orderId, amountPaise: duePaise }: OrderEdit,
  { amountPaise, currency }: ProviderPayment,
  now: Date,
  apply: (nested: DatabaseOrTransaction) => Promise<void>,
): Promise<{ edited: true } | UnappliedReason> {
  if (state === "applied") return { reason: "paid_twice" };
  if (amountPaise !== duePaise || currency !== "INR") return { reason: "wrong_amount" };
  if (state !== "pending") return { reason: "too_late" };
  await scheduleCheck(trx, orderId, firstCheckAfterPayment(now));
  try {
    await trx.transaction(apply);
    return { edited: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await endPendingEdit(trx, orderId, "withdrawn", now);
    return { reason: "too_late" };
  }
}

/** @returns the order if it is now paid, confirmed by its advance, or paid online instead of in cash; otherwise why the payment cannot be applied */
async function applyCaptured(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  reported: ProviderPayment,
  session: Pick<PaymentSession, "isAdvance">,
  now: Date,
): Promise<{ paid: OrderRow } | { prepaid: OrderRow } | UnappliedReason> {
  const { isAdvance } = session;
  const { amountPaise, currency } = reported;
  const mobile = mobileOf(order, reported);
  if (termsOf(order).courierCollects && !isAdvance) {
    if (order.paidAt) return { reason: "paid_twice" };
    if (!isSale(order.state)) return { reason: "cancelled" };
    if (!canPrepay(order)) return { reason: "dispatched" };
    if (!prepays(order, amountPaise) || currency !== "INR") return { reason: "wrong_amount" };
    return { prepaid: await recordPrepaid(trx, order, { amountPaise, mobile }, now) };
  }
  if (isAdvance && order.advancePaidAt) return { reason: "paid_twice" };
  if (amountPaise !== (isAdvance ? order.advancePaise : order.totalPaise) || currency !== "INR")
    return { reason: "wrong_amount" };
  // By the advance, the rest is to be collected; the customer may have ordered more since.
  if (isAdvance && !order.advancePaidAt && !(await mayCollectFor(trx, order, now))) return { reason: "too_late" };
  if (order.state === "pending") return { paid: await recordPaid(trx, order, { mobile }, now) };
  if (order.paidAt) return { reason: "paid_twice" };
  if (order.state !== "expired") return { reason: "cancelled" };
  const { replacement, wasCancelled } = await lockLatestReplacement(trx, order);
  if (replacement && (replacement.paidAt || isSale(replacement.state)))
    return { reason: "replaced", replacedBy: replacement.number };
  if (wasCancelled) return { reason: "cancelled" };
  if (!(await reserveStockAgain(trx, order, replacement, now))) return { reason: "too_late" };
  return {
    paid: await recordPaid(
      trx,
      order,
      { mobile, note: "Your payment arrived late, but everything was still in stock." },
      now,
    ),
  };
}

/** Whether what the session was opened for is paid. */
async function isPaidBy(
  db: DatabaseOrTransaction,
  { paidAt, advancePaidAt }: Pick<OrderRow, "paidAt" | "advancePaidAt">,
  { isAdvance, editId }: PaidSubject,
): Promise<boolean> {
  if (editId !== null) return (await readEdit(db, editId))?.state === "applied";
  return (isAdvance ? advancePaidAt : paidAt) !== null;
}

/** Reads the outcome of an order's payment, of its advance, or of a change of its items. */
export async function outcomeOf(
  db: DatabaseOrTransaction,
  order: Pick<OrderRow, "id" | "state" | "paidAt" | "advancePaidAt">,
  session: PaidSubject,
): Promise<Outcome> {
  const { id, state } = order;
  const isPaid = await isPaidBy(db, order, session);
  const wasRefunded = async (which?: SQL) => {
    const [refunded] = await db
      .select({ id: refund.id })
      .from(refund)
      .where(and(eq(refund.orderId, id), which))
      .limit(1);
    return refunded !== undefined;
  };
  if (session.editId !== null) {
    const edit = await readEdit(db, session.editId);
    if (isPaid || !edit) return isPaid ? "paid" : "expired";
    if (edit.state === "pending") return "unpaid";
    const since = and(inArray(refund.reason, [...UNAPPLIED_REASONS]), gte(refund.createdAt, edit.createdAt));
    return (await wasRefunded(since)) ? "refunded" : "expired";
  }
  switch (state) {
    case "pending":
      return "unpaid";
    case "expired":
    case "cancelled":
      return isPaid || (await wasRefunded()) ? "refunded" : "expired";
    case "returned":
      return "refunded";
    case "paid":
    case "processing":
    case "packed":
    case "shipped":
    case "out_for_delivery":
    case "delivered":
    case "return_requested":
    case "return_approved":
    case "return_received":
      if (isPaid) return "paid";
      // For an order for cash on delivery that is not delivered yet. Some of its advance may have been refunded.
      return (await wasRefunded(inArray(refund.reason, [...UNAPPLIED_REASONS, "cancelled"]))) ? "refunded" : "unpaid";
    default:
      return unreachable(state);
  }
}

/** Records that a locked order whose stock is reserved is paid, or its advance. */
async function recordPaid(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { mobile, note = "" }: { mobile: string; note?: string },
  now: Date,
): Promise<OrderRow> {
  if (order.state === "expired") await setExpiryMailDue(trx, order.id, false);
  const { courierCollects: isCash, confirmedAs } = termsOf(order);
  const columns = {
    ...(isCash ? { advancePaidAt: now } : { paidAt: now }),
    holdsStock: true,
    replacedById: null,
    mobile,
  };
  const check = trx.$with("check").as(checkInsertion(trx, order.id, firstCheckAfterPayment(now)));
  const paid = `You paid ${formatRupees(order.advancePaise)} in advance. ${formatRupees(cashOf(order))} is due on delivery.`;
  const change = { cause: "payment", note: isCash ? [paid, note].filter(Boolean).join(" ") : note, at: now } as const;
  return changeState(trx, order, confirmedAs, change, columns, check);
}
