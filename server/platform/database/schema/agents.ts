/** Shopping agents: the platforms that have called, and the keys with which the shop signs what it sends them. */

import type { JsonWebKey } from "node:crypto";
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { atLeast } from "./checks.ts";
import { rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";

/** A platform whose agents have called. */
export const agentPlatform = pgTable(
  "agent_platform",
  {
    /** Origin of its profile, such as `https://agent.example`. */
    origin: text().primaryKey(),
    /** What the owner has decided: nothing yet, that it is welcome, or that it is not served. */
    state: text({ enum: ["seen", "allowed", "blocked"] })
      .notNull()
      .default("seen"),
    firstSeenAt: timestamptz().notNull(),
    /** Updated at most once a minute. */
    lastSeenAt: timestamptz().notNull(),
    /** When it last called with a signature, which proves that it is that platform; null if never. */
    signedAt: timestamptz(),
  },
  (table) => [
    check("agent_platform_state_check", sql`${table.state} in ('seen', 'allowed', 'blocked')`),
    index().on(table.lastSeenAt),
  ],
);

/** A key pair for signatures (ES256). Those that are stored are published. */
export const signingKey = pgTable("signing_key", {
  /** The thumbprint of the public key (RFC 7638). */
  kid: text().primaryKey(),
  /** PEM, encrypted. */
  privateKey: text().notNull(),
  publicKey: jsonb().$type<JsonWebKey & { kid: string }>().notNull(),
  createdAt: timestamptz().notNull(),
});

/** What a platform has heard of an order last, or is to hear: the whole order each time (functions/agents.sql adds the job). */
export const agentOrderNotice = pgTable(
  "agent_order_notice",
  {
    orderId: rowId()
      .primaryKey()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    /** The same for every attempt, so that the platform recognises a repeated delivery. */
    webhookId: uuid().notNull(),
    /** SHA-256 of the order as it is sent. Sent again only when it differs. */
    bodyHash: text().notNull(),
    /** When the order came to be like this. */
    occurredAt: timestamptz().notNull(),
    attempts: integer().notNull().default(0),
    /** Since when it is refused; null while it is not. */
    failingSince: timestamptz(),
    /** Why the last attempt failed. */
    error: text(),
    deliveredAt: timestamptz(),
  },
  (table) => [
    atLeast(0, table.attempts),
    index("agent_order_notice_failing_index").on(table.failingSince).where(sql`failing_since is not null`),
  ],
);
