/** The sandbox's tables, in a PostgreSQL schema of their own that only a demo has (see server/platform/database/sandbox-tables.ts). */

import { sql } from "drizzle-orm";
import { index, jsonb, pgSchema, smallint, text } from "drizzle-orm/pg-core";
import { atLeast, oneOf } from "./checks.ts";
import { id, timestamptz } from "./columns.ts";

// Not exported, so that the migrations of drizzle-kit leave its creation to createSandboxTables.
const sandbox = pgSchema("sandbox");

/** The demo's mailbox: mails that a live shop would have sent. */
export const sandboxMail = sandbox.table(
  "mail",
  {
    id: id(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    messageId: text().notNull(),
    sentAt: timestamptz().notNull(),
    attachments: jsonb().$type<{ filename: string; contentType: string; base64: string }[]>().notNull().default([]),
  },
  (table) => [index().on(table.recipient, table.id)],
);

const SANDBOX_ENTITY_KINDS = ["order", "payment", "refund", "settlement", "dispute"] as const;

/** Orders, payments, refunds, settlements and disputes of the demo's payment provider, as its API returns them. */
export const sandboxPaymentEntity = sandbox.table(
  "payment_entity",
  {
    id: text().primaryKey(),
    kind: text({ enum: SANDBOX_ENTITY_KINDS }).notNull(),
    /** The order to which a payment or refund belongs. */
    orderId: text(),
    /** The receipt of an order, or the idempotency key of a refund. */
    reference: text(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [oneOf(table.kind), index().on(table.orderId), index().on(table.reference)],
);

/** Webhooks that the demo's payment provider sends to the shop. */
export const sandboxWebhook = sandbox.table(
  "webhook",
  {
    id: text().primaryKey(),
    body: text().notNull(),
    attempts: smallint().notNull().default(0),
    /** When it is sent or retried; null once it is delivered or given up. */
    dueAt: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [atLeast(0, table.attempts), index().on(table.dueAt).where(sql`due_at is not null`)],
);
