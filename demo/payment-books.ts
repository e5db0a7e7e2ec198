/**
 * The sandbox provider's records of an order paid before the demo began, in its own format (sandbox/razorpay/ledger.ts), so that the order
 * can be cancelled or returned and refunded like any other.
 */

import type { Paise } from "../server/base/money.ts";
import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { sandboxPaymentEntity } from "../server/platform/database/schema/sandbox.ts";
import { DEMO_CUSTOMER } from "./customer.ts";
import type { DemoOrder } from "./orders.ts";

export interface PaidOrder {
  ids: { order: string; payment: string; refund: string };
  /** The shop's order number. */
  receipt: string;
  amountPaise: Paise;
  paidWith: DemoOrder["paidWith"];
  paidAt: Date;
  /** When it was fully refunded, or null. */
  refundedAt: Date | null;
}

/** The provider's fee, and the tax on it. */
const FEE_SHARE = 0.02;
const TAX_ON_FEE = 0.18;

export async function insertPaymentBooks(trx: DatabaseOrTransaction, paid: PaidOrder): Promise<void> {
  const { ids, receipt, paidAt, refundedAt } = paid;
  const orderId = ids.order;
  await trx
    .insert(sandboxPaymentEntity)
    .values([
      { id: orderId, kind: "order", reference: receipt, body: orderBody(paid), createdAt: paidAt },
      { id: ids.payment, kind: "payment", orderId, body: paymentBody(paid), createdAt: paidAt },
      ...(refundedAt
        ? [{ id: ids.refund, kind: "refund" as const, orderId, body: refundBody(paid), createdAt: refundedAt }]
        : []),
    ]);
}

/** Derives a bank's reference of 23 digits, the same each time. */
export const bankReferenceOf = (refundId: string) => `7454136${refundId.replace(/\D/g, "").padStart(16, "0")}`;

const seconds = (timestamp: Date) => Math.floor(timestamp.getTime() / 1000);

function orderBody({ ids, receipt, amountPaise, paidAt }: PaidOrder) {
  return {
    id: ids.order,
    entity: "order",
    amount: amountPaise,
    amount_paid: amountPaise,
    amount_due: 0,
    currency: "INR",
    receipt,
    offer_id: null,
    status: "paid",
    attempts: 1,
    notes: { order: receipt },
    created_at: seconds(paidAt),
    sandbox: { capture: "automatic" },
  };
}

function paymentBody({ ids, amountPaise, paidWith, paidAt, refundedAt }: PaidOrder) {
  const card = paidWith.method === "card" ? cardBody(ids.payment, paidWith) : undefined;
  const vpa = paidWith.method === "upi" ? paidWith.vpa : null;
  const fee = amountPaise * FEE_SHARE;
  return {
    id: ids.payment,
    entity: "payment",
    amount: amountPaise,
    currency: "INR",
    status: refundedAt ? "refunded" : "captured",
    order_id: ids.order,
    invoice_id: null,
    international: false,
    method: paidWith.method,
    amount_refunded: refundedAt ? amountPaise : 0,
    refund_status: refundedAt ? "full" : null,
    captured: true,
    description: null,
    card_id: card?.id ?? null,
    bank: null,
    wallet: null,
    vpa,
    email: DEMO_CUSTOMER.email,
    contact: `+91${DEMO_CUSTOMER.mobile}`,
    notes: [],
    fee: Math.round(fee * (1 + TAX_ON_FEE)),
    tax: Math.round(fee * TAX_ON_FEE),
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: { rrn: String(seconds(paidAt)).padStart(12, "0") },
    created_at: seconds(paidAt),
    ...(vpa && { upi: { vpa } }),
    sandbox: { ...(card && { card }), outcome: null },
  };
}

function cardBody(paymentId: string, { network, last4 }: Extract<DemoOrder["paidWith"], { method: "card" }>) {
  return {
    id: paymentId.replace("pay_", "card_"),
    entity: "card",
    name: DEMO_CUSTOMER.name,
    last4,
    network,
    type: "debit",
    issuer: null,
    international: false,
    emi: false,
    sub_type: "consumer",
  };
}

function refundBody({ ids, amountPaise, refundedAt }: PaidOrder) {
  return {
    id: ids.refund,
    entity: "refund",
    amount: amountPaise,
    currency: "INR",
    payment_id: ids.payment,
    notes: [],
    receipt: null,
    acquirer_data: { arn: bankReferenceOf(ids.refund) },
    created_at: seconds(refundedAt ?? new Date()),
    batch_id: null,
    status: "processed",
    speed_processed: "normal",
    speed_requested: "normal",
    sandbox: { request: "" },
  };
}
