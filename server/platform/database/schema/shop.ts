import { pgTable, smallint, text } from "drizzle-orm/pg-core";
import { SERVICES } from "../../../../contract/admin/go-live.ts";
import { oneOf } from "./checks.ts";
import { bytea, timestamptz } from "./columns.ts";

/** The owner's settings that differ from the default, by their names in server/platform/config/config.ts. */
export const setting = pgTable("setting", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: timestamptz().notNull().defaultNow(),
});

/** Permanent milestones of the shop, such as the demo seed (see server/platform/live/database-state.ts). */
export const milestone = pgTable("milestone", {
  name: text().primaryKey(),
  reachedAt: timestamptz().notNull().defaultNow(),
});

/** Staff's tests of the external services: the last that succeeded, and the last that failed with its error. */
export const serviceCheck = pgTable(
  "service_check",
  {
    service: text({ enum: SERVICES }).primaryKey(),
    succeededAt: timestamptz(),
    failedAt: timestamptz(),
    error: text(),
  },
  (table) => [oneOf(table.service)],
);

/** Requests that were done, so that they are not done again (server/platform/http/repeated-requests.ts). */
export const idempotencyKey = pgTable("idempotency_key", {
  /** A hash of the key and of who sent it. */
  id: text().primaryKey(),
  /** A hash of the request. */
  fingerprint: text().notNull(),
  /** Null until the response is stored. */
  status: smallint(),
  /** The response's JSON, encrypted with the key, which is not stored: it can hold a session's or an API token. */
  response: bytea(),
  expiresAt: timestamptz().notNull(),
});
