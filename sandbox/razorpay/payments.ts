import type { Database, DatabaseOrTransaction } from "../../server/database/database.ts";
import {
  newId,
  notesOf,
  type PaymentFailure,
  type PaymentMethod,
  type RazorpayCard,
  randomDigits,
  unixSeconds,
} from "./entities.ts";
import { ORDER_ALREADY_PAID, RazorpayError } from "./errors.ts";
import { type Occasion, tell } from "./events.ts";
import { add, listOfOrder, type OrderRecord, type PaymentRecord, save, withPayment } from "./ledger.ts";
import { deleteTask, schedule } from "./tasks.ts";

/**
 * The life of a payment: created → authorized → captured → refunded, or failed. An order is paid by one payment. Every function here
 * works in a transaction that holds the lock of the order.
 */

/** After so long without a word from the bank a payment has failed. */
const LAPSE_AFTER_MS = 10 * 60_000;
/** Two per cent, and eighteen per cent of tax on these. */
const FEE_SHARE = 0.02;
const TAX_ON_FEE = 0.18;

export interface PaymentStart {
  method: PaymentMethod;
  card?: Omit<RazorpayCard, "id" | "entity">;
  vpa?: string;
  bank?: string;
  email: string;
  contact: string;
  description?: string;
  notes?: Record<string, string>;
  outcome: PaymentFailure | null;
  /** The window's own name of this attempt, under which it finds the payment again. */
  attempt?: string;
  /** Other than the order's; only what is played for tests has one. */
  amount?: number;
  currency?: string;
}

/** @throws RazorpayError where the order is paid, or about to be */
export async function startPayment(
  trx: DatabaseOrTransaction,
  order: OrderRecord,
  { method, card, vpa, bank, email, contact, description, notes, outcome, attempt, ...other }: PaymentStart,
  { now }: Occasion,
): Promise<PaymentRecord> {
  await refusePaidOrder(trx, order);
  const kept: RazorpayCard | undefined = card && { id: newId("card"), entity: "card", ...card };
  const payment: PaymentRecord = {
    id: newId("pay"),
    entity: "payment",
    amount: other.amount ?? order.amount,
    currency: other.currency ?? order.currency,
    status: "created",
    order_id: order.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: description ?? null,
    card_id: kept?.id ?? null,
    bank: bank ?? null,
    wallet: null,
    vpa: vpa ?? null,
    email,
    contact,
    notes: notesOf(notes),
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: {},
    created_at: unixSeconds(now),
    ...(vpa && { upi: { vpa } }),
    sandbox: { ...(kept && { card: kept }), outcome },
  };
  await add(trx, "payment", payment, { orderId: order.id, reference: attempt }, now);
  await schedule(trx, { task: "lapse", id: payment.id }, new Date(now.getTime() + LAPSE_AFTER_MS), now);
  return payment;
}

/** An order has one payment that is authorised or captured, whatever is tried beside it. */
async function refusePaidOrder(trx: DatabaseOrTransaction, order: OrderRecord): Promise<void> {
  if (order.status === "paid") throw RazorpayError.refused(ORDER_ALREADY_PAID);
  const payments = await listOfOrder(trx, "payment", order.id);
  if (payments.some(({ status }) => status === "authorized"))
    throw RazorpayError.refused("Payment already done for this order.");
}

/** The bank sets the money aside; the order says whether it is taken at once, unless `capture` does. */
export async function authorizePayment(
  trx: DatabaseOrTransaction,
  order: OrderRecord,
  payment: PaymentRecord,
  { capture: way = order.sandbox.capture, ...occasion }: Occasion & { capture?: OrderRecord["sandbox"]["capture"] },
): Promise<void> {
  await deleteTask(trx, { task: "lapse", id: payment.id });
  // One that had failed was counted then.
  if (payment.status === "created") attempted(order);
  Object.assign(payment, {
    status: "authorized",
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: acquirerData(payment.method),
  } satisfies Partial<PaymentRecord>);
  await save(trx, payment);
  await save(trx, order);
  await tell(trx, "payment.authorized", { payment }, occasion);
  // Money that comes late, for an order that has been paid meanwhile, is not taken.
  if (way === "automatic" && order.status !== "paid") await capture(trx, order, payment, occasion);
}

function acquirerData(method: PaymentMethod): Record<string, string | null> {
  switch (method) {
    case "card":
      return { auth_code: randomDigits(6), rrn: randomDigits(12) };
    case "upi":
      return { rrn: randomDigits(12) };
    case "netbanking":
      return { bank_transaction_id: randomDigits(10) };
  }
}

function attempted(order: OrderRecord): void {
  order.attempts += 1;
  if (order.status === "created") order.status = "attempted";
}

/** Takes the money that was set aside. */
export async function capture(
  trx: DatabaseOrTransaction,
  order: OrderRecord,
  payment: PaymentRecord,
  occasion: Occasion,
): Promise<void> {
  const fee = payment.amount * FEE_SHARE;
  Object.assign(payment, {
    status: "captured",
    captured: true,
    fee: Math.round(fee * (1 + TAX_ON_FEE)),
    tax: Math.round(fee * TAX_ON_FEE),
  } satisfies Partial<PaymentRecord>);
  Object.assign(order, {
    status: "paid",
    amount_paid: payment.amount,
    amount_due: Math.max(0, order.amount - payment.amount),
  } satisfies Partial<OrderRecord>);
  await save(trx, payment);
  await save(trx, order);
  await tell(trx, "payment.captured", { payment }, occasion);
  await tell(trx, "order.paid", { payment, order }, occasion);
}

export async function failPayment(
  trx: DatabaseOrTransaction,
  order: OrderRecord,
  payment: PaymentRecord,
  failure: PaymentFailure,
  occasion: Occasion,
): Promise<void> {
  await deleteTask(trx, { task: "lapse", id: payment.id });
  Object.assign(payment, {
    status: "failed",
    error_code: failure.code,
    error_description: failure.description,
    error_source: failure.source,
    error_step: failure.step,
    error_reason: failure.reason,
  } satisfies Partial<PaymentRecord>);
  attempted(order);
  await save(trx, payment);
  await save(trx, order);
  await tell(trx, "payment.failed", { payment }, occasion);
}

/**
 * `POST /v1/payments/:id/capture`.
 * @throws RazorpayError
 */
export async function capturePayment(
  db: Database,
  paymentId: string,
  { amount, currency }: { amount: number; currency: string },
  occasion: Occasion,
): Promise<PaymentRecord> {
  return withPayment(db, paymentId, async (trx, payment, order) => {
    if (payment.captured) throw RazorpayError.refused("This payment has already been captured");
    if (order.status === "paid") throw RazorpayError.refused(ORDER_ALREADY_PAID);
    if (payment.status !== "authorized")
      throw RazorpayError.refused("Only payments which have been authorized and not yet captured can be captured");
    if (amount !== payment.amount)
      throw RazorpayError.invalid("Capture amount must be equal to the amount authorized", "amount");
    if (currency !== payment.currency)
      throw RazorpayError.invalid("Payment currency is not the same as the capture currency", "currency");
    await capture(trx, order, payment, occasion);
    return payment;
  });
}
