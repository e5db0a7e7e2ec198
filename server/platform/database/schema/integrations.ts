/** Other programs that work with the shop: their API tokens, the webhook endpoints that receive the shop's events, and what reads its feeds. */

import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { TokenScope } from "../../../../contract/admin/api-tokens.ts";
import { DELIVERY_STATES, EVENTS, type WebhookEvent } from "../../../../contract/admin/webhooks.ts";
import type { FeedChannel } from "../../../../contract/feeds.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { staffMember } from "./staff.ts";

/** An API token of a program. A revoked token stays for the audit log. */
export const apiToken = pgTable("api_token", {
  id: id(),
  name: text().notNull(),
  /** SHA-256. */
  tokenHash: text().notNull().unique("api_token_token_hash_unique"),
  /** The token's first characters, by which staff recognises it. */
  start: text().notNull(),
  scopes: jsonb().$type<TokenScope[]>().notNull(),
  /** The name of the member who created it. */
  createdBy: text().notNull(),
  /** The member who created it; removing or resetting that member revokes the token. */
  createdById: rowId().references(() => staffMember.id),
  createdAt: timestamptz().notNull(),
  expiresAt: timestamptz(),
  /** Updated at most once a minute. */
  lastUsedAt: timestamptz(),
  revokedAt: timestamptz(),
});

/** A URL to which the shop sends its events. */
export const webhookEndpoint = pgTable(
  "webhook",
  {
    id: id(),
    url: text().notNull(),
    events: jsonb().$type<WebhookEvent[]>().notNull(),
    /** The key of the signatures, encrypted. */
    secret: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** The key before the last rotation, encrypted, and until when requests are signed with it, too. */
    previousSecret: text(),
    previousSecretUntil: timestamptz(),
    /** Number of failed attempts since the last success. */
    failures: integer().notNull().default(0),
    /** Since when nothing has been accepted; null while it works. */
    failingSince: timestamptz(),
    /** While it fails: when one delivery is tried next. */
    tryAt: timestamptz(),
    /** When the owners were told that it fails. */
    warnedAt: timestamptz(),
    /** When the shop gave up, or staff switched it off. */
    disabledAt: timestamptz(),
  },
  (table) => [atLeast(0, table.failures)],
);

/** A delivery of one event to one endpoint. Triggers add it in the transaction that causes the event (functions/webhooks.sql). */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    id: id(),
    webhookId: rowId()
      .notNull()
      .references(() => webhookEndpoint.id, { onDelete: "cascade" }),
    /** The same for every attempt, so that the receiver recognises a repeated delivery. */
    requestId: uuid().notNull().defaultRandom(),
    event: text({ enum: EVENTS }).notNull(),
    /** The id of the order or variant that it is about. */
    subjectId: rowId().notNull(),
    /** What is reported, as it was when the event happened. */
    data: jsonb().$type<Record<string, unknown>>(),
    state: text({ enum: DELIVERY_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** The response's status at the last attempt; null without a response. */
    statusCode: integer(),
    error: text(),
    /** Since when it has been refused. */
    failingSince: timestamptz(),
    createdAt: timestamptz().notNull(),
    deliveredAt: timestamptz(),
  },
  (table) => [
    oneOf(table.state),
    oneOf(table.event),
    atLeast(0, table.attempts),
    index().on(table.webhookId, table.id),
    index().on(table.createdAt),
    // The next delivery of an order or variant to an endpoint.
    index("webhook_delivery_waiting_index")
      .on(table.webhookId, table.subjectId, table.id)
      .where(sql`state = 'waiting'`)
      .concurrently(),
  ],
);

/** When a product feed was last fetched. Updated at most once a minute. */
export const feedVisit = pgTable("feed_visit", {
  channel: text().$type<FeedChannel>().primaryKey(),
  fetchedAt: timestamptz().notNull(),
  /** What the program that fetched it calls itself; empty if it does not say. */
  userAgent: text().notNull(),
});
