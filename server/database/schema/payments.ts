import { sql } from "drizzle-orm";
import { index, integer, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, moment, paise } from "./columns.ts";
import { customerOrder } from "./orders.ts";

/** What was paid, and what goes back. */

export type PaymentState = "created" | "authorized" | "captured" | "refunded" | "failed";

/** Every attempt to pay an order, as the provider tells it. */
export const payment = pgTable(
  "payment",
  {
    /** The provider's id of it. */
    id: text().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => customerOrder.id),
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
  (table) => [index("payment_by_order").on(table.orderId)],
);

export type RefundState = "wanted" | "pending" | "processed" | "failed";

/** `provider`: made at the provider, in its dashboard or by itself; the shop only heard of it. */
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
 * Money that goes back: `wanted` until the provider has taken it on. The shop refunds a payment once, all that is left of it; the provider
 * may have refunded parts of it before.
 */
export const refund = pgTable(
  "refund",
  {
    id: id(),
    orderId: integer()
      .notNull()
      .references(() => customerOrder.id),
    paymentId: text()
      .notNull()
      .references(() => payment.id),
    amountPaise: paise().notNull(),
    reason: text().$type<RefundReason>().notNull(),
    state: text().$type<RefundState>().notNull().default("wanted"),
    providerRefundId: text().unique(),
    createdAt: moment().notNull(),
    processedAt: moment(),
    /** When the provider is asked for it, or about it, next; null when all is said. */
    dueAt: moment(),
    attempts: smallint().notNull().default(0),
    lastError: text(),
    /** How often staff has retried it after it had failed; part of its idempotency key. */
    restarts: smallint().notNull().default(0),
    /** How the money went back where the provider could not send it, such as the reference of a bank transfer. */
    paidOtherwise: text(),
  },
  (table) => [
    index("refund_by_order").on(table.orderId),
    index("refund_by_payment").on(table.paymentId),
    uniqueIndex("refund_one_by_the_shop").on(table.paymentId).where(sql`reason <> 'provider'`),
    index("refund_due").on(table.dueAt).where(sql`due_at is not null`),
  ],
);

/** Events that the payment provider has told, by its id of each, so that one is heard once. */
export const providerEvent = pgTable(
  "provider_event",
  {
    id: text().primaryKey(),
    event: text().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [index("provider_event_by_time").on(table.receivedAt)],
);
