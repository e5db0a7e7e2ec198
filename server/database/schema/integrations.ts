import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { TokenScope } from "../../../contract/admin/api-tokens.ts";
import type { WebhookEvent } from "../../../contract/admin/webhooks.ts";
import { atLeast } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { staffMember } from "./staff.ts";

/** Programs that work with the shop: their tokens, and where the shop reports to them. */

/** A token of a program. One that was revoked stays, for the audit log. */
export const apiToken = pgTable("api_token", {
  id: id(),
  name: text().notNull(),
  /** SHA-256. */
  tokenHash: text().notNull().unique("api_token_token_hash_unique"),
  /** Its first characters, to recognise it by. */
  start: text().notNull(),
  scopes: jsonb().$type<TokenScope[]>().notNull(),
  /** The name of the member who made it. */
  createdBy: text().notNull(),
  /** Removing or resetting that member revokes it. */
  createdById: rowId().references(() => staffMember.id),
  createdAt: timestamptz().notNull(),
  expiresAt: timestamptz(),
  /** Accurate to a minute. */
  lastUsedAt: timestamptz(),
  revokedAt: timestamptz(),
});

/** An address that the shop reports events to. */
export const webhookEndpoint = pgTable(
  "webhook",
  {
    id: id(),
    url: text().notNull(),
    events: jsonb().$type<WebhookEvent[]>().notNull(),
    /** The key of the signatures, encrypted. */
    secret: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** Failed attempts since the last that succeeded. */
    failures: integer().notNull().default(0),
    /** When the shop gave up, or staff switched it off. */
    disabledAt: timestamptz(),
  },
  (table) => [atLeast(0, table.failures)],
);

/** One event to send to one endpoint. Triggers add it in the transaction of its cause (functions/webhooks.sql). */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    id: id(),
    webhookId: rowId()
      .notNull()
      .references(() => webhookEndpoint.id, { onDelete: "cascade" }),
    /** The same on every attempt, so that the receiver recognises a repeated one. */
    requestId: uuid().notNull().defaultRandom(),
    event: text().$type<WebhookEvent>().notNull(),
    /** What it is about: an order's id, or a variant's. */
    subjectId: rowId().notNull(),
    state: text().$type<"waiting" | "delivered" | "failed">().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** Of the last attempt; null without a response. */
    statusCode: integer(),
    error: text(),
    createdAt: timestamptz().notNull(),
    deliveredAt: timestamptz(),
  },
  (table) => [
    check("webhook_delivery_state_check", sql`${table.state} in ('waiting', 'delivered', 'failed')`),
    check(
      "webhook_delivery_event_check",
      sql`${table.event} in ('order.paid', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'stock.low')`,
    ),
    atLeast(0, table.attempts),
    index().on(table.webhookId, table.id),
    index().on(table.createdAt),
  ],
);
