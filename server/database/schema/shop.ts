import { pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns.ts";

/** The owner's settings that differ from the default, by their names in server/config.ts. */
export const setting = pgTable("setting", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: timestamptz().notNull().defaultNow(),
});

/** What the shop has reached for good, such as the demo seed (see server/live/database-state.ts). */
export const milestone = pgTable("milestone", {
  name: text().primaryKey(),
  reachedAt: timestamptz().notNull().defaultNow(),
});
