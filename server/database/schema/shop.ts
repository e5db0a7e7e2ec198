import { pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** What concerns the shop as a whole. */

/** What the owner has set otherwise than the default; the names are those of server/config.ts. */
export const setting = pgTable("setting", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: moment().notNull().defaultNow(),
});

/** Marks work that is done once, such as the demo seed. */
export const milestone = pgTable("milestone", {
  name: text().primaryKey(),
  reachedAt: moment().notNull().defaultNow(),
});
