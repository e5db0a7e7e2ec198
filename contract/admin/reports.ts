/** Reports of stock and of customers. Amounts are rupees. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** Maximum rows of a page; the CSV file has all. */
export { MAX_REPORT_ROWS } from "./sales-report.ts";
/** A size that was not sold for this many days is slow. */
export const SLOW_DAYS = 90;

const stockReportQuery = z.object({
  /** `value` sorts by value, `slow` by how long the stock lasts at the current sales. */
  sort: z._default(z.enum(["value", "slow"], "sort must be value or slow."), "value"),
});
export type StockReportQuery = z.infer<typeof stockReportQuery>;

/** What units in the shop have cost, as far as it is known, and the units of which it is not; null without the permission `view_costs`. */
const costs = { cost: z.nullable(rupees), uncostedUnits: z.nullable(z.number()) };
const stockSum = z.object({ sizes: z.number(), units: z.number(), value: rupees, ...costs });
const stockRow = z.object({
  sku: z.string(),
  title: z.string(),
  label: z.string(),
  category: z.string(),
  units: z.number(),
  price: rupees,
  /** The units' value at the selling price. */
  value: rupees,
  ...costs,
  /** Units sold in 30 days, and in `SLOW_DAYS`. */
  recent: z.number(),
  sold: z.number(),
  /** The day of the last sale; null if it is more than `SLOW_DAYS` ago. */
  lastSold: z.nullable(z.string()),
  /** How many days the units last if they sell as in the last `SLOW_DAYS`; null without a sale. */
  daysLeft: z.nullable(z.number()),
});
export type StockRow = z.infer<typeof stockRow>;
const stockReport = z.object({
  total: stockSum,
  /** The sizes not sold within `SLOW_DAYS`. */
  slow: stockSum,
  categories: z.array(z.object({ name: z.string(), units: z.number(), value: rupees })),
  rows: z.array(stockRow),
  more: z.number(),
});
export type StockReport = z.infer<typeof stockReport>;

const cohortReport = z.object({
  /** Null until the report is first computed. */
  computedAt: z.nullable(z.string()),
  cohorts: z.array(
    z.object({
      /** The first day of the month of their first order. */
      month: z.string(),
      customers: z.number(),
      /** Customers who ordered at least twice. */
      returning: z.number(),
      /** Customers who ordered again, by months since the first order. */
      months: z.array(z.object({ after: z.number(), customers: z.number(), orders: z.number() })),
    }),
  ),
});
export type CohortReport = z.infer<typeof cohortReport>;

const READ = { tag: "Reports", permission: "view_reports", method: "GET" } as const;

export const reportEndpoints = {
  readStockReport: {
    ...READ,
    path: "/reports/stock",
    summary: "What the units on hand are worth at their selling prices and have cost, and how fast they sell",
    query: stockReportQuery,
    response: responseOf(stockReport),
  },
  exportStockReport: {
    ...READ,
    path: "/reports/stock.csv",
    summary: "The same of every size as a CSV file",
    query: stockReportQuery,
    produces: "text/csv",
  },
  readCohorts: {
    ...READ,
    path: "/reports/customers",
    summary: "Customers by the month of their first order, and who of them ordered again",
    response: responseOf(cohortReport),
  },
  exportCohorts: {
    ...READ,
    path: "/reports/customers.csv",
    summary: "The same as a CSV file",
    produces: "text/csv",
  },
} as const satisfies Record<string, AdminEndpoint>;
