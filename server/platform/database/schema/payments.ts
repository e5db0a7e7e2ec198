/** Payments and refunds. */

import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, smallint, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { DISPUTE_PHASES, DISPUTE_STATES } from "../../../../contract/admin/disputes.ts";
import { SETTLED_KINDS } from "../../../../contract/admin/settlements.ts";
import { PAYMENT_STATES } from "../../../../contract/orders/schemas.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { orderEdit } from "./order-edits.ts";
import { customerOrder } from "./orders.ts";

export const PAYMENT_PROVIDERS = ["razorpay"] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];

/** Who received a payment: a provider, or the courier who collected cash on delivery. */
export const PAYMENT_SOURCES = [...PAYMENT_PROVIDERS, "cash"] as const;

/** An order's payment as opened with a provider: the provider's order. */
export const paymentSession = pgTable(
  "payment_session",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    providerOrderId: text().notNull(),
    /** Null if it is the order's total. */
    amountPaise: paise(),
    /** Whether it is opened for the advance of an order for cash on delivery. */
    isAdvance: boolean().notNull().default(false),
    /** The change of a paid order's items that it pays for. */
    editId: rowId().references(() => orderEdit.id),
    /** When its payment was last opened. */
    openedAt: timestamptz(),
    /** Set when the order has expired; its customer is emailed once the provider confirms that nothing was paid. */
    expiryMailDue: boolean().notNull().default(false),
  },
  (table) => [
    oneOf(table.provider),
    atLeast(1, table.amountPaise),
    // Each amount of an order is opened once; the rest of its price, and a change of it, may be as much as its advance.
    uniqueIndex("payment_session_order_id_purpose_index")
      .on(table.orderId, table.provider, table.isAdvance, sql`coalesce(amount_paise, 0)`, sql`coalesce(edit_id, 0)`)
      .concurrently(),
    unique("payment_session_provider_order_id_unique").on(table.provider, table.providerOrderId),
  ],
);

/** An attempt to pay an order. */
export const payment = pgTable(
  "payment",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id),
    provider: text({ enum: PAYMENT_SOURCES }).notNull(),
    /** Null for a payment without a counterpart at the provider; of collected cash the order's number. */
    providerPaymentId: text(),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    amountPaise: paise().notNull(),
    currency: text().notNull(),
    method: text().notNull().default(""),
    /** Identifies the card or account, for example "Visa ending 1007". */
    detail: text().notNull().default(""),
    /** Why it failed, in the provider's words. */
    failure: text().notNull().default(""),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    oneOf(table.provider),
    oneOf(table.state),
    atLeast(0, table.amountPaise),
    index().on(table.orderId),
    index("payment_open_state_created_at_index")
      .on(table.state, table.createdAt)
      .where(sql`state in ('created', 'authorized')`),
    unique("payment_provider_payment_id_unique").on(table.provider, table.providerPaymentId),
  ],
);

/**
 * `awaiting_balance`: the provider has too little of the shop's money, and is asked again. `awaiting_payout`: the payment was cash, so
 * staff pays the refund by hand.
 */
export const REFUND_STATES = [
  "requested",
  "awaiting_balance",
  "awaiting_payout",
  "pending",
  "processed",
  "failed",
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * `deficient`: refunded without a return, for example goods that arrived broken. `goodwill`: does not lower the price of the goods, so
 * there is no credit note. `dispatched`: paid online after the parcel had left for cash on delivery. `provider`: made at the provider, in
 * its dashboard or automatically, without a request by the shop.
 */
export const REFUND_REASONS = [
  "cancelled",
  "returned",
  "deficient",
  "shipping",
  "lost",
  "came_back",
  "too_late",
  "replaced",
  "paid_twice",
  "wrong_amount",
  "dispatched",
  "goodwill",
  "provider",
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/**
 * A full or partial refund of a payment: `requested` until the provider has accepted it. The refunds of a payment that have not failed
 * never exceed it, which server/orders/payments/refunds.ts checks while the order is locked.
 */
export const refund = pgTable(
  "refund",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id),
    paymentId: rowId()
      .notNull()
      .references(() => payment.id),
    amountPaise: paise().notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default("requested"),
    providerRefundId: text().unique("refund_provider_refund_id_unique"),
    createdAt: timestamptz().notNull(),
    processedAt: timestamptz(),
    /** Why it failed or has to wait. */
    lastError: text(),
    /** A sentence for the customer; may be empty. */
    note: text().notNull().default(""),
    /** The reference by which the customer's bank finds it: ARN, RRN or UTR. */
    bankReference: text(),
    /**
     * Part of its receipt and idempotency key. Incremented when staff retries it after it has failed, or when its amount is reduced: the
     * provider then treats it as a new refund.
     */
    keyVersion: smallint().notNull().default(0),
    /** How often the provider has rejected it, without outages. */
    rejections: smallint().notNull().default(0),
    /** The customer's UPI ID for a refund by hand; erased once it is paid. */
    upiId: text("payout_to"),
    /** The reference of the transfer by which staff has paid the refund. */
    manualReference: text(),
  },
  (table) => [
    oneOf(table.reason),
    oneOf(table.state),
    atLeast(0, table.amountPaise),
    atLeast(0, table.keyVersion),
    index().on(table.orderId),
    index().on(table.paymentId),
    index("refund_open_state_created_at_index").on(table.state, table.createdAt).where(sql`state <> 'processed'`),
    // For the reports.
    index().on(table.processedAt).concurrently(),
  ],
);

/** Events received from the payment provider, by its event id, so that a redelivered event changes nothing. */
export const providerEvent = pgTable(
  "provider_event",
  {
    id: text().primaryKey(),
    event: text().notNull(),
    receivedAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.receivedAt)],
);

/** A payment or refund that the provider has included in a transfer to the shop's bank account. */
export const settledItem = pgTable(
  "settled_item",
  {
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    settlementId: text().notNull(),
    /** The provider's id of the payment or refund. */
    itemId: text().notNull(),
    kind: text({ enum: SETTLED_KINDS }).notNull(),
    /** The provider's id of the payment to which a refund belongs. */
    providerPaymentId: text(),
    /** The amount before fees. */
    amountPaise: paise().notNull(),
    creditPaise: paise().notNull(),
    debitPaise: paise().notNull(),
    /** The fee including tax. */
    feePaise: paise().notNull(),
    taxPaise: paise().notNull(),
    /** The bank's reference for the transfer. */
    utr: text(),
    settledAt: timestamptz().notNull(),
    /** The order's number as the provider has it. */
    receipt: text(),
    /** The provider's id of the dispute to which a deduction belongs. */
    providerDisputeId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.settlementId, table.itemId] }),
    index().on(table.itemId),
    index().on(table.settledAt),
    oneOf(table.provider),
    oneOf(table.kind),
    atLeast(0, table.amountPaise),
    atLeast(0, table.creditPaise),
    atLeast(0, table.debitPaise),
    atLeast(0, table.feePaise),
    atLeast(0, table.taxPaise),
  ],
);

/** A payment that the customer or their bank contests. The provider decides its state; staff writes the answer. */
export const dispute = pgTable(
  "dispute",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id),
    paymentId: rowId()
      .notNull()
      .references(() => payment.id),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    providerDisputeId: text().notNull(),
    phase: text({ enum: DISPUTE_PHASES }).notNull(),
    state: text({ enum: DISPUTE_STATES }).notNull(),
    amountPaise: paise().notNull(),
    /** The amount that the provider has deducted from the shop's balance. */
    deductedPaise: paise().notNull(),
    reasonCode: text().notNull(),
    reason: text().notNull().default(""),
    /** The provider's deadline for evidence; null if it gives none. */
    respondBy: timestamptz(),
    createdAt: timestamptz().notNull(),
    /** When the shop learned that it is won, lost or closed. */
    closedAt: timestamptz(),
    /** When staff submitted the evidence to the provider. */
    submittedAt: timestamptz(),
    /** Why the payment is rightful, as staff explains it. */
    explanation: text().notNull().default(""),
    /** Incremented by every change of staff. */
    version: integer().notNull().default(1),
  },
  (table) => [
    oneOf(table.provider),
    oneOf(table.phase),
    oneOf(table.state),
    atLeast(0, table.amountPaise),
    atLeast(0, table.deductedPaise),
    atLeast(1, table.version),
    unique("dispute_provider_dispute_id_unique").on(table.provider, table.providerDisputeId),
    index().on(table.orderId),
    index().on(table.paymentId),
    index("dispute_open_respond_by_index").on(table.respondBy).where(sql`state = 'open'`),
    index("dispute_lost_closed_at_index").on(table.closedAt).where(sql`state = 'lost'`),
  ],
);

/** Versions of a dispute's explanation, one for each change. */
export const disputeText = pgTable(
  "dispute_text",
  {
    disputeId: rowId()
      .notNull()
      .references(() => dispute.id),
    /** The version of the dispute that the change made. */
    version: integer().notNull(),
    text: text().notNull(),
    /** The name that the member had then. */
    author: text().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.disputeId, table.version] }), atLeast(1, table.version)],
);
