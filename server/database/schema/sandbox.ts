import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { id, moment } from "./columns.ts";

/** What the demo's stand-ins keep. */

/** The demo's mailbox: what would have been sent. */
export const sandboxMail = pgTable(
  "sandbox_mail",
  {
    id: id(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    messageId: text().notNull(),
    sentAt: moment().notNull(),
    attachments: jsonb().$type<{ filename: string; contentType: string; base64: string }[]>().notNull().default([]),
  },
  (table) => [index("sandbox_mail_by_recipient").on(table.recipient, table.id)],
);

/** What the demo's payment provider keeps: its orders, payments and refunds, as its API answers them. */
export const sandboxPaymentEntity = pgTable(
  "sandbox_payment_entity",
  {
    id: text().primaryKey(),
    kind: text().$type<"order" | "payment" | "refund">().notNull(),
    /** Of a payment or a refund: the order that it belongs to. */
    orderId: text(),
    /** Of an order its receipt, of a refund its idempotency key. */
    reference: text(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("sandbox_payment_entity_by_order").on(table.orderId),
    index("sandbox_payment_entity_by_reference").on(table.reference),
  ],
);

/** Events that the demo's payment provider has to tell the shop. */
export const sandboxWebhook = pgTable(
  "sandbox_webhook",
  {
    id: text().primaryKey(),
    body: text().notNull(),
    attempts: smallint().notNull().default(0),
    /** When it is sent (again); null when it was taken or given up. */
    dueAt: moment(),
    createdAt: moment().notNull(),
  },
  (table) => [index("sandbox_webhook_due").on(table.dueAt).where(sql`due_at is not null`)],
);
