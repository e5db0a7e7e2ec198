import { sql } from "drizzle-orm";
import { boolean, check, date, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { atLeast } from "./checks.ts";
import { paise } from "./columns.ts";

/** Shipping methods, zones, rates and holidays. Without a method every order ships free by the built-in standard method. */

/** A group of destinations. A pincode belongs to the zone with its longest prefix, else to its state's, else to the one without both. */
export const shippingZone = pgTable("shipping_zone", {
  code: text().primaryKey(),
  name: text().notNull(),
  position: smallint().notNull(),
  /** Pincodes or their first digits. */
  pincodes: jsonb().$type<readonly string[]>().notNull(),
  states: jsonb().$type<readonly string[]>().notNull(),
});

export const shippingMethod = pgTable("shipping_method", {
  code: text().primaryKey(),
  name: text().notNull(),
  position: smallint().notNull(),
  /** Orders before this time in India leave on the same working day: "14:00". */
  cutOff: text().notNull(),
});

/** The price and transit time of a method to a zone, for parcels from a weight on. Without a rate the method does not serve the zone. */
export const shippingRate = pgTable(
  "shipping_rate",
  {
    zone: text()
      .notNull()
      .references(() => shippingZone.code, { onDelete: "cascade" }),
    method: text()
      .notNull()
      .references(() => shippingMethod.code, { onDelete: "cascade" }),
    fromGrams: integer().notNull(),
    pricePaise: paise().notNull(),
    /** Free from this value of the goods on; null: never. */
    freeFromPaise: paise(),
    /** Working days after dispatch; null: no promise. */
    minDays: smallint(),
    maxDays: smallint(),
  },
  (table) => [
    primaryKey({ columns: [table.zone, table.method, table.fromGrams] }),
    atLeast(0, table.fromGrams),
    atLeast(0, table.pricePaise),
    atLeast(0, table.freeFromPaise),
    check(
      "shipping_rate_days_check",
      sql`(${table.minDays} is null) = (${table.maxDays} is null) and 0 <= ${table.minDays} and ${table.minDays} <= ${table.maxDays}`,
    ),
  ],
);

/** A day without dispatch and delivery. */
export const shippingHoliday = pgTable("shipping_holiday", {
  day: date({ mode: "string" }).primaryKey(),
  name: text().notNull(),
});

/** One row: counts the changes of the other tables, and makes their writers wait for each other. Without it, version 1. */
export const shippingVersion = pgTable(
  "shipping_version",
  { only: boolean().primaryKey().default(true), version: integer().notNull() },
  (table) => [check("shipping_version_only_check", sql`${table.only}`)],
);
