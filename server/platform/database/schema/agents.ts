/** Shopping agents: the platforms that have called, and the keys with which the shop signs what it sends them. */

import type { JsonWebKey } from "node:crypto";
import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns.ts";

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
