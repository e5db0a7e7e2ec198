import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, smallint, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { id, moment, paise } from "./columns.ts";
import { customerOrder } from "./orders.ts";

/** Payments and refunds. */

export type PaymentProviderName = "razorpay";

/** The payment of an order as opened with a provider: the provider's order. */
export const paymentSession = pgTable(
  "payment_session",
  {
    id: id(),
    orderId: integer()
      .notNull()
      .references(() => customerOrder.id),
    provider: text().$type<PaymentProviderName>().notNull(),
    providerOrderId: text().notNull(),
    /** The order has expired; its customer is emailed once the provider has said that nothing was paid. */
    expiryMailDue: boolean().notNull().default(false),
  },
  (table) => [
    unique("payment_session_one_per_order").on(table.orderId, table.provider),
    unique("payment_session_provider_order").on(table.provider, table.providerOrderId),
  ],
);

export type PaymentState = "created" | "authorized" | "captured" | "refunded" | "failed";

/** An attempt to pay an order. */
export const payment = pgTable(
  "payment",
  {
    id: id(),
    orderId: integer()
      .notNull()
      .references(() => customerOrder.id),
    provider: text().$type<PaymentProviderName>().notNull(),
    /** Null for a payment without a counterpart at the provider. */
    providerPaymentId: text(),
    state: text().$type<PaymentState>().notNull(),
    amountPaise: paise().notNull(),
    currency: text().notNull(),
    method: text().notNull().default(""),
    /** Which card or account, such as "Visa ending 1007". */
    detail: text().notNull().default(""),
    /** Why it failed, in the provider's words. */
    failure: text().notNull().default(""),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index("payment_by_order").on(table.orderId),
    unique("payment_provider_payment").on(table.provider, table.providerPaymentId),
  ],
);

export type RefundState = "requested" | "pending" | "processed" | "failed";

/** `provider`: made at the provider, in its dashboard or automatically, without a request by the shop. */
export type RefundReason =
  | "cancelled"
  | "returned"
  | "lost"
  | "came_back"
  | "too_late"
  | "replaced"
  | "paid_twice"
  | "wrong_amount"
  | "provider";

/**
 * A refund: `requested` until the provider has accepted it. The shop refunds a payment once, all that is left of it; the provider may have
 * refunded parts of it before.
 */
export const refund = pgTable(
  "refund",
  {
    id: id(),
    orderId: integer()
      .notNull()
      .references(() => customerOrder.id),
    paymentId: integer()
      .notNull()
      .references(() => payment.id),
    amountPaise: paise().notNull(),
    reason: text().$type<RefundReason>().notNull(),
    state: text().$type<RefundState>().notNull().default("requested"),
    providerRefundId: text().unique(),
    createdAt: moment().notNull(),
    processedAt: moment(),
    /** Why it failed. */
    lastError: text(),
    /** How often staff has retried it after it had failed; part of its idempotency key. */
    restarts: smallint().notNull().default(0),
    /** Reference of the bank transfer by which staff refunded what the provider could not. */
    paidOtherwise: text(),
  },
  (table) => [
    index("refund_by_order").on(table.orderId),
    index("refund_by_payment").on(table.paymentId),
    uniqueIndex("refund_one_by_the_shop").on(table.paymentId).where(sql`reason <> 'provider'`),
  ],
);

/** Events received from the payment provider, by its id of each, so that a repeated one changes nothing. */
export const providerEvent = pgTable(
  "provider_event",
  {
    id: text().primaryKey(),
    event: text().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [index("provider_event_by_time").on(table.receivedAt)],
);
