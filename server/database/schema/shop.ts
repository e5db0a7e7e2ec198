import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import type { Service } from "../../../contract/admin/go-live.ts";
import { timestamptz } from "./columns.ts";

/** The owner's settings that differ from the default, by their names in server/config.ts. */
export const setting = pgTable("setting", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: timestamptz().notNull().defaultNow(),
});

/** Permanent milestones of the shop, such as the demo seed (see server/live/database-state.ts). */
export const milestone = pgTable("milestone", {
  name: text().primaryKey(),
  reachedAt: timestamptz().notNull().defaultNow(),
});

/** Staff's tests of the external services: the last that succeeded, and the last that failed with its error. */
export const serviceCheck = pgTable(
  "service_check",
  {
    service: text().$type<Service>().primaryKey(),
    succeededAt: timestamptz(),
    failedAt: timestamptz(),
    error: text(),
  },
  (table) => [
    check("service_check_service_check", sql`${table.service} in ('database', 'payments', 'mail', 'media', 'cdn')`),
  ],
);
