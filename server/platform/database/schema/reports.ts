/**
 * Sales by day in India, which server/operations/reports/ computes from the orders. An order counts on the day on which it was placed, while it is
 * paid or confirmed; returned goods count on the day of their credit note.
 */

import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { SALES_DIMENSIONS } from "../../../../contract/admin/sales-report.ts";
import type { Paise } from "../../../base/money.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";

/** A bigint, because a day's amounts exceed what an integer holds. */
const dayPaise = () => bigint({ mode: "number" }).$type<Paise>().notNull();
const day = () => date({ mode: "string" }).notNull();

export const salesDay = pgTable(
  "sales_day",
  {
    day: day().primaryKey(),
    orders: integer().notNull(),
    /** Sales less cancelled units. */
    salesPaise: dayPaise(),
    /** Number of credit notes for returned or faulty goods. */
    returns: integer().notNull(),
    returnedPaise: dayPaise(),
    /** Whether `sales_day_group` has the day: an instance of an earlier release writes the day without it. */
    hasGroups: boolean().notNull().default(false),
    /** The same of its costs and channels. */
    hasCosts: boolean().notNull().default(false),
    /** The same of what couriers have charged. */
    hasCourierCharges: boolean().notNull().default(false),
  },
  (table) => [atLeast(0, table.salesPaise), atLeast(0, table.returnedPaise)],
);

/** What was sold, returned and refunded on a day, by each dimension of the reports. */
export const salesDayGroup = pgTable(
  "sales_day_group",
  {
    dimension: text({ enum: SALES_DIMENSIONS }).notNull(),
    day: day(),
    /** The value of the dimension: an id, a state, a courier …; empty for the whole day, and for an order without a value. */
    key: text().notNull(),
    /** Orders placed on the day; for a product, the orders that contain it. */
    orders: integer().notNull(),
    units: integer().notNull(),
    /** Sales less cancelled units; for products and variants also less shipping and fees. */
    salesPaise: dayPaise(),
    /** Discounts by offers; in the row of an offer, its own discount. */
    discountPaise: dayPaise(),
    /** Credit notes of the day for returned or faulty goods. */
    returns: integer().notNull(),
    returnedUnits: integer().notNull(),
    returnedPaise: dayPaise(),
    /** Refunds that reached customers on the day, whatever the reason; 0 for products and variants. */
    refunds: integer().notNull(),
    refundedPaise: dayPaise(),
    /** Sales and returns without GST. */
    netPaise: dayPaise().default(sql`0`),
    netReturnedPaise: dayPaise().default(sql`0`),
    /** What the sold units have cost, and on the day on which units came back or were lost, what these have. */
    costPaise: dayPaise().default(sql`0`),
    returnedCostPaise: dayPaise().default(sql`0`),
    /** Sold units of which no cost is known. */
    uncostedUnits: integer().notNull().default(0),
    /** What units have cost that were lost, spoilt or missing. */
    lossPaise: dayPaise().default(sql`0`),
    /** What the payment provider has kept of the orders' payments, without GST; 0 for products and variants. */
    feePaise: dayPaise().default(sql`0`),
    /** What couriers have charged for parcels of the day's orders, without GST; also of those that do not count as sold. */
    courierPaise: dayPaise().default(sql`0`),
    /** Parcels of these orders that no bill names; for a product, those of the orders that contain it. */
    unbilledParcels: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.dimension, table.day, table.key] }),
    oneOf(table.dimension),
    atLeast(0, table.orders),
    atLeast(0, table.units),
    atLeast(0, table.salesPaise),
    atLeast(0, table.discountPaise),
    atLeast(0, table.returns),
    atLeast(0, table.returnedUnits),
    atLeast(0, table.returnedPaise),
    atLeast(0, table.refunds),
    atLeast(0, table.refundedPaise),
    atLeast(0, table.netPaise),
    atLeast(0, table.netReturnedPaise),
    atLeast(0, table.costPaise),
    atLeast(0, table.returnedCostPaise),
    atLeast(0, table.uncostedUnits),
    atLeast(0, table.lossPaise),
    atLeast(0, table.feePaise),
    atLeast(0, table.courierPaise),
    atLeast(0, table.unbilledParcels),
  ],
);

export const salesDayProduct = pgTable(
  "sales_day_product",
  {
    day: day(),
    productId: rowId().notNull(),
    units: integer().notNull(),
    /** Less shipping and fees. */
    salesPaise: dayPaise(),
  },
  (table) => [primaryKey({ columns: [table.day, table.productId] }), atLeast(0, table.salesPaise)],
);

/** Sales by the state to which orders are shipped. */
export const salesDayState = pgTable(
  "sales_day_state",
  {
    day: day(),
    state: text().notNull(),
    orders: integer().notNull(),
    salesPaise: dayPaise(),
  },
  (table) => [primaryKey({ columns: [table.day, table.state] }), atLeast(0, table.salesPaise)],
);

/**
 * Days to compute again. A trigger adds a row for each order that starts or stops counting, and for each credit note, refund and parcel
 * (functions/sales-days.sql). Nobody else writes that row, so orders do not wait for each other.
 */
export const salesDayChange = pgTable("sales_day_change", { id: id(), day: day() }, (table) => [index().on(table.day)]);

/** Customers by the month of their first order, and how many of them ordered in each month since. Always recomputed as a whole. */
export const salesCohort = pgTable(
  "sales_cohort",
  {
    /** The first day of the month. */
    firstMonth: date({ mode: "string" }).notNull(),
    month: date({ mode: "string" }).notNull(),
    /** Number of these customers who ordered in the month. */
    customers: integer().notNull(),
    orders: integer().notNull(),
    /** Number of these customers who have ordered at least twice; only in the row of the first month, else 0. */
    returningCustomers: integer().notNull(),
    computedAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.firstMonth, table.month] }),
    atLeast(1, table.customers),
    atLeast(1, table.orders),
    atLeast(0, table.returningCustomers),
  ],
);

/** What each size has sold lately, from `sales_day_group`, so that lists of sizes do not sum up its days. Has no row for others. */
export const salesVariant = pgTable(
  "sales_variant",
  {
    /** No foreign key: the sales outlive the size. */
    variantId: rowId().primaryKey(),
    /** Units sold in 30 days, and in `SLOW_DAYS`, with today. */
    recentUnits: integer().notNull(),
    units: integer().notNull(),
    lastSoldOn: date({ mode: "string" }),
    /** Units sold in the `DEMAND_DAYS` before today, less those that came back. */
    demandUnits: integer().notNull(),
    /** On how many of these days it could be bought. */
    availableDays: integer().notNull(),
  },
  (table) => [atLeast(0, table.demandUnits), atLeast(0, table.availableDays)],
);

/** A month's GST return as filed. */
export const gstMonth = pgTable("gst_month", {
  /** For example 2026-10. */
  month: text().primaryKey(),
  frozenAt: timestamptz().notNull(),
  /** The name that the member had then. */
  frozenBy: text().notNull(),
  /** The result of `readReturn`. */
  filed: jsonb().notNull(),
});
