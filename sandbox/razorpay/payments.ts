/**
 * The states of a payment: created → authorized → captured → refunded, or failed. One payment pays an order. Every function runs in a
 * transaction that has locked the order.
 */

import type { Database, DatabaseOrTransaction } from "../../server/platform/database/database.ts";
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
import { type EventOptions, queueEvent } from "./events.ts";
import { add, listOfOrder, type OrderRecord, type PaymentRecord, save, withPayment } from "./ledger.ts";
import { deleteTask, schedule } from "./tasks.ts";

/** A payment fails after this time without the bank's response. */
const LAPSE_AFTER_MS = 10 * 60_000;
/** Two per cent, plus eighteen per cent tax on it. */
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
  /** The window's id of this attempt, by which it finds the payment again. */
  attempt?: string;
  /** The amount, if it differs from the order's, in tests. */
  amount?: number;
  currency?: string;
}

/** Creates a payment. @throws RazorpayError if the order is paid, or has an authorized payment */
export async function startPayment(
  trx: DatabaseOrTransaction,
  order: OrderRecord,
  { method, card, vpa, bank, email, contact, description, notes, outcome, attempt, ...other }: PaymentStart,
  { now }: EventOptions,
): Promise<PaymentRecord> {
  await refusePaidOrder(trx, order);
  const storedCard: RazorpayCard | undefined = card && { id: newId("card"), entity: "card", ...card };
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
    card_id: storedCard?.id ?? null,
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
    sandbox: { ...(storedCard && { card: storedCard }), outcome },
  };
  await add(trx, "payment", payment, { orderId: order.id, reference: attempt }, now);
  await schedule(trx, { task: "lapse", id: payment.id }, new Date(now.getTime() + LAPSE_AFTER_MS), now);
  return payment;
}

/** Rejects a further payment: an order has at most one that is authorized or captured. */
async function refusePaidOrder(trx: DatabaseOrTransaction, order: OrderRecord): Promise<void> {
  if (order.status === "paid") throw RazorpayError.rejected(ORDER_ALREADY_PAID);
  const payments = await listOfOrder(trx, "payment", order.id);
  if (payments.some(({ status }) => status === "authorized"))
    throw RazorpayError.rejected("Payment already done for this order.");
}

/** Authorizes a payment and captures it if `capture`, by default the order's setting, is automatic. */
export async function authorizePayment(
  trx: DatabaseOrTransaction,
  order: OrderRecord,
  payment: PaymentRecord,
  {
    capture: captureMode = order.sandbox.capture,
    ...options
  }: EventOptions & { capture?: OrderRecord["sandbox"]["capture"] },
): Promise<void> {
  await deleteTask(trx, { task: "lapse", id: payment.id });
  // A failed payment was counted when it failed.
  if (payment.status === "created") markAttempted(order);
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
  await queueEvent(trx, "payment.authorized", { payment }, options);
  // A late authorization of an order that was paid meanwhile is not captured.
  if (captureMode === "automatic" && order.status !== "paid") await capture(trx, order, payment, options);
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

function markAttempted(order: OrderRecord): void {
  order.attempts += 1;
  if (order.status === "created") order.status = "attempted";
}

/** Captures an authorized payment. */
export async function capture(
  trx: DatabaseOrTransaction,
  order: OrderRecord,
  payment: PaymentRecord,
  options: EventOptions,
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
  await queueEvent(trx, "payment.captured", { payment }, options);
  await queueEvent(trx, "order.paid", { payment, order }, options);
}

export async function failPayment(
  trx: DatabaseOrTransaction,
  order: OrderRecord,
  payment: PaymentRecord,
  failure: PaymentFailure,
  options: EventOptions,
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
  markAttempted(order);
  await save(trx, payment);
  await save(trx, order);
  await queueEvent(trx, "payment.failed", { payment }, options);
}

/**
 * `POST /v1/payments/:id/capture`.
 * @throws RazorpayError
 */
export async function capturePayment(
  db: Database,
  paymentId: string,
  { amount, currency }: { amount: number; currency: string },
  options: EventOptions,
): Promise<PaymentRecord> {
  return withPayment(db, paymentId, async (trx, payment, order) => {
    if (payment.captured) throw RazorpayError.rejected("This payment has already been captured");
    if (order.status === "paid") throw RazorpayError.rejected(ORDER_ALREADY_PAID);
    if (payment.status !== "authorized")
      throw RazorpayError.rejected("Only payments which have been authorized and not yet captured can be captured");
    if (amount !== payment.amount)
      throw RazorpayError.invalid("Capture amount must be equal to the amount authorized", "amount");
    if (currency !== payment.currency)
      throw RazorpayError.invalid("Payment currency is not the same as the capture currency", "currency");
    await capture(trx, order, payment, options);
    return payment;
  });
}
