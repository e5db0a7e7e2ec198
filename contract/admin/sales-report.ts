import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day } from "./period.ts";

/** Reports of what was sold, returned and refunded. Amounts are rupees. */

/** The dimensions that the stored sales of each day are divided by; `total` is undivided. */
export const SALES_DIMENSIONS = ["total", "product", "variant", "state", "payment", "courier", "offer"] as const;
export type SalesDimension = (typeof SALES_DIMENSIONS)[number];

export const SALES_GROUPINGS = [
  "day",
  "week",
  "month",
  "product",
  "variant",
  "category",
  "state",
  "payment",
  "courier",
  "offer",
] as const;
export type SalesGrouping = (typeof SALES_GROUPINGS)[number];
/** Groupings whose rows are periods, in their order. */
export const isTimeGrouping = (by: SalesGrouping) => by === "day" || by === "week" || by === "month";

export const SALES_MEASURES = [
  "sales",
  "orders",
  "units",
  "discounts",
  "returns",
  "returnedUnits",
  "returned",
  "refunds",
  "refunded",
] as const;
export type SalesMeasure = (typeof SALES_MEASURES)[number];

/** Rows of the page; the CSV file has all. */
export const MAX_REPORT_ROWS = 200;
/** Rows of a report by day. */
export const MAX_REPORT_DAYS = 400;

const compareWith = ["before", "year"] as const;
export const salesReportQuery = z.object({
  by: z._default(z.enum(SALES_GROUPINGS, `by must be one of ${SALES_GROUPINGS.join(", ")}.`), "day"),
  /** By default the last 30 days until yesterday. */
  from: z.optional(day),
  to: z.optional(day),
  /** The period of the same length before, or the same days a year ago. */
  compare: z._default(z.enum(compareWith, "compare must be before or year."), "before"),
  /** The measure of the chart, and of the order of rows other than periods, largest first. */
  measure: z._default(z.enum(SALES_MEASURES, `measure must be one of ${SALES_MEASURES.join(", ")}.`), "sales"),
});
export type SalesReportQuery = z.infer<typeof salesReportQuery>;

const measures = z.object({
  orders: z.number(),
  units: z.number(),
  /** Without what was cancelled. */
  sales: z.number(),
  /** By offers. */
  discounts: z.number(),
  /** Credit notes for returned, faulty or, in one of several parcels, lost goods, their units and amount, on the day of the note. */
  returns: z.number(),
  returnedUnits: z.number(),
  returned: z.number(),
  /** Refunds that reached the customer, for whatever reason, on that day. */
  refunds: z.number(),
  refunded: z.number(),
});
export type SalesMeasures = z.infer<typeof measures>;

const salesReport = z.object({
  from: z.string(),
  to: z.string(),
  compared: z.object({ from: z.string(), to: z.string() }),
  total: measures,
  before: measures,
  rows: z.array(
    z.object({
      /** A day, the first day of a week or month, an id, or the name itself. */
      key: z.string(),
      name: z.string(),
      now: measures,
      /** Null for a period: none of the compared time corresponds to it. */
      before: z.nullable(measures),
    }),
  ),
  /** Rows that the page omits. */
  more: z.number(),
  /** Whether orders of the period have changed since its sales were computed; they are being computed again. */
  isStale: z.boolean(),
});
export type SalesReport = z.infer<typeof salesReport>;

const READ = { tag: "Reports", permission: "view_reports", method: "GET", query: salesReportQuery } as const;

export const salesReportEndpoints = {
  readSalesReport: {
    ...READ,
    path: "/reports/sales",
    summary: `Sales, discounts, returns and refunds of a period, in rows; ${MAX_REPORT_ROWS} rows at most, unless they are periods`,
    response: responseOf(salesReport),
  },
  exportSalesReport: { ...READ, path: "/reports/sales.csv", summary: "The same as a CSV file", produces: "text/csv" },
} as const satisfies Record<string, AdminEndpoint>;
