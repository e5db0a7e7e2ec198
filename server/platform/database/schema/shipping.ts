/** Shipping methods, zones, rates and holidays. Without a method every order ships free by the built-in standard method. */

import { sql } from "drizzle-orm";
import { boolean, check, date, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { atLeast } from "./checks.ts";
import { paise } from "./columns.ts";

/**
 * A group of destinations. A pincode belongs to the zone with its longest prefix, else to the zone of its state, else to the zone with
 * neither.
 */
export const shippingZone = pgTable("shipping_zone", {
  code: text().primaryKey(),
  name: text().notNull(),
  position: smallint().notNull(),
  /** Pincodes, or their first digits. */
  pincodes: jsonb().$type<readonly string[]>().notNull(),
  states: jsonb().$type<readonly string[]>().notNull(),
});

export const shippingMethod = pgTable("shipping_method", {
  code: text().primaryKey(),
  name: text().notNull(),
  position: smallint().notNull(),
  /** The cut-off in India, for example "14:00": orders before it leave on the same working day. */
  cutOff: text().notNull(),
});

/** The price and transit time of a method to a zone, for parcels from a weight. A method without a rate does not serve the zone. */
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
    /** The value of the goods from which shipping is free; null if it never is. */
    freeFromPaise: paise(),
    /** Transit days; null without a promise. */
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

/** A day without dispatch or delivery. */
export const shippingHoliday = pgTable("shipping_holiday", {
  day: date({ mode: "string" }).primaryKey(),
  name: text().notNull(),
});

/** A single row that counts the changes of the other tables, and serialises them. Without the row, the version is 1. */
export const shippingVersion = pgTable(
  "shipping_version",
  { only: boolean().primaryKey().default(true), version: integer().notNull() },
  (table) => [check("shipping_version_only_check", sql`${table.only}`)],
);
