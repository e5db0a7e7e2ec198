import { eq } from "drizzle-orm";
import type { PaymentOutcome } from "../../contract/checkout/schemas.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { refund } from "../database/schema.ts";
import { unreachable } from "../errors.ts";
import type { MailSender } from "../mail/sender.ts";
import { paise } from "../money.ts";
import { changeState } from "../orders/change-state.ts";
import { numberInvoice } from "../orders/document-numbers.ts";
import { isSold } from "../orders/lifecycle.ts";
import { lockWithCustomer, type OrderRow } from "../orders/order-row.ts";
import type { UnappliedPayment } from "../orders/payment-emails.ts";
import { canPrepay, prepays, recordPrepaid } from "../orders/prepay.ts";
import { queuePrepaidEmail, queueUnappliedPaymentEmail } from "../orders/queue-payment-emails.ts";
import { checkInsertion, scheduleCheck } from "./payment-jobs.ts";
import type { ProviderPayment } from "./provider.ts";
import { recordPayment } from "./record-payment.ts";
import { requestRefund } from "./refunds.ts";
import { lockLatestReplacement, reserveStockAgain } from "./replaced-order.ts";
import { firstCheckAfterPayment } from "./schedule.ts";
import { setExpiryMailDue } from "./session.ts";

export type Outcome = PaymentOutcome["outcome"];

export interface SettleDeps {
  db: Database;
  /** Reads the shop as its emails show it, with links to this origin. */
  readSender: (origin: string) => Promise<MailSender>;
  /** Confirms a locked order that was just paid; injected, because checkout depends on payments. */
  confirmOrder: (
    trx: DatabaseOrTransaction,
    order: OrderRow,
    options: { payment: ProviderPayment; sender: MailSender; now: Date },
  ) => Promise<void>;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/**
 * Settles a payment of an order in one transaction: the order is paid, even if it had expired, or the money is refunded and the customer
 * emailed why. Every report of a payment goes through here. Safe to repeat and to run concurrently: the order is locked, and a payment that was
 * captured before is ignored.
 * @param known the order as read before; it may have changed since
 * @param reported by the provider's API; never by a browser or a webhook
 */
export async function settlePayment(
  { db, readSender, confirmOrder, log }: SettleDeps,
  known: OrderRow,
  reported: ProviderPayment,
  now: Date,
): Promise<Outcome> {
  const orderId = known.id;
  // Before the transaction, because it uses another connection.
  const sender = await readSender(known.shopOrigin);

  return db.transaction(async (trx) => {
    const order = await lockWithCustomer(trx, known);
    if (!order) throw new Error(`there is no order ${orderId}`);
    const { id: paymentId, isNewlyCaptured } = await recordPayment(trx, orderId, reported, now);
    if (reported.state === "authorized" && !order.paidAt) return "confirming";
    if (!isNewlyCaptured) return outcomeOf(trx, order);

    const result = await settleCaptured(trx, order, reported, now);
    if ("paid" in result) {
      // Its last statement numbers the invoice, so nothing follows.
      await confirmOrder(trx, result.paid, { payment: reported, sender, now });
      return "paid";
    }
    if ("prepaid" in result) {
      await scheduleCheck(trx, orderId, firstCheckAfterPayment(now));
      await queuePrepaidEmail(
        trx,
        sender,
        result.prepaid,
        { savedPaise: paise(order.totalPaise - reported.amountPaise) },
        now,
      );
      await numberInvoice(trx, orderId, now);
      return "paid";
    }
    const { reason } = result;
    const { amountPaise } = reported;
    log.warn({ order: order.number, payment: reported.id, reason }, "a payment cannot be applied and is refunded");
    await requestRefund(trx, { orderId, paymentId, amountPaise }, { reason }, now);
    await queueUnappliedPaymentEmail(trx, sender, order, { ...result, paymentId, amountPaise }, now);
    return outcomeOf(trx, order);
  });
}

type UnappliedReason = Pick<UnappliedPayment, "reason" | "replacedBy">;

/** @returns the order if it is now paid, or paid online instead of in cash; otherwise why the payment cannot be applied */
async function settleCaptured(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { amountPaise, currency }: ProviderPayment,
  now: Date,
): Promise<{ paid: OrderRow } | { prepaid: OrderRow } | UnappliedReason> {
  if (order.paymentMethod === "cash_on_delivery") {
    if (order.paidAt) return { reason: "paid_twice" };
    if (!isSold(order.state)) return { reason: "cancelled" };
    if (!canPrepay(order)) return { reason: "dispatched" };
    if (!prepays(order, amountPaise) || currency !== "INR") return { reason: "wrong_amount" };
    return { prepaid: await recordPrepaid(trx, order, amountPaise, now) };
  }
  if (amountPaise !== order.totalPaise || currency !== "INR") return { reason: "wrong_amount" };
  if (order.state === "pending") return { paid: await recordPaid(trx, order, now) };
  if (order.paidAt) return { reason: "paid_twice" };
  if (order.state !== "expired") return { reason: "cancelled" };
  const replacement = await lockLatestReplacement(trx, order);
  if (replacement && (replacement.paidAt || isSold(replacement.state)))
    return { reason: "replaced", replacedBy: replacement.number };
  if (!(await reserveStockAgain(trx, order, replacement, now))) return { reason: "too_late" };
  return { paid: await recordPaid(trx, order, now, "Your payment arrived late, but everything was still in stock.") };
}

/** Reads the outcome of an order's payment. */
export async function outcomeOf(
  db: DatabaseOrTransaction,
  { id, state, paidAt }: Pick<OrderRow, "id" | "state" | "paidAt">,
): Promise<Outcome> {
  const wasRefunded = async () => {
    const [refunded] = await db.select({ id: refund.id }).from(refund).where(eq(refund.orderId, id)).limit(1);
    return refunded !== undefined;
  };
  switch (state) {
    case "pending":
      return "unpaid";
    case "expired":
    case "cancelled":
      return paidAt || (await wasRefunded()) ? "refunded" : "expired";
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
      if (paidAt) return "paid";
      // For an order for cash on delivery that is not delivered yet.
      return (await wasRefunded()) ? "refunded" : "unpaid";
    default:
      return unreachable(state);
  }
}

/** Records that a locked order whose stock is reserved is paid. */
async function recordPaid(trx: DatabaseOrTransaction, order: OrderRow, now: Date, note = ""): Promise<OrderRow> {
  if (order.state === "expired") await setExpiryMailDue(trx, order.id, false);
  const columns = { paidAt: now, holdsStock: true, replacedById: null };
  const check = trx.$with("check").as(checkInsertion(trx, order.id, firstCheckAfterPayment(now)));
  return changeState(trx, order, "paid", { cause: "payment", note, at: now }, columns, check);
}
