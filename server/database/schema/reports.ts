import { bigint, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Paise } from "../../money.ts";
import { atLeast } from "./checks.ts";
import { id, rowId } from "./columns.ts";

/**
 * Sales by day in India, which server/reports/ computes from the orders: an order counts on the day on which it was placed, while it is paid or
 * confirmed; returned goods count on the day of their credit note.
 */

/** A day's amounts exceed what an integer holds. */
const dayPaise = () => bigint({ mode: "number" }).$type<Paise>().notNull();
const day = () => date({ mode: "string" }).notNull();

export const salesDay = pgTable(
  "sales_day",
  {
    day: day().primaryKey(),
    orders: integer().notNull(),
    /** Without what was cancelled. */
    salesPaise: dayPaise(),
    /** Credit notes for returned or faulty goods. */
    returns: integer().notNull(),
    returnedPaise: dayPaise(),
  },
  (table) => [atLeast(0, table.salesPaise), atLeast(0, table.returnedPaise)],
);

export const salesDayProduct = pgTable(
  "sales_day_product",
  {
    day: day(),
    productId: rowId().notNull(),
    units: integer().notNull(),
    /** Without shipping and fees. */
    salesPaise: dayPaise(),
  },
  (table) => [primaryKey({ columns: [table.day, table.productId] }), atLeast(0, table.salesPaise)],
);

/** By the state that an order is shipped to. */
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
 * Days to compute again. A trigger adds a row for each order that begins or ends to count, and for each credit note (functions/sales-days.sql): rows
 * that nobody else writes, so that orders do not wait for each other.
 */
export const salesDayChange = pgTable("sales_day_change", { id: id(), day: day() }, (table) => [index().on(table.day)]);
