/** Reports of what was sold, returned and refunded. Amounts are rupees. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day } from "./period.ts";

/** The dimensions by which the sales of each day are stored; `total` is undivided. */
export const SALES_DIMENSIONS = [
  "total",
  "product",
  "variant",
  "state",
  "payment",
  "courier",
  "offer",
  "channel",
] as const;
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
  "channel",
] as const;
export type SalesGrouping = (typeof SALES_GROUPINGS)[number];
/** Whether the rows of a grouping are periods, which are sorted by time. */
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

/** Maximum rows of a page; the CSV file has all. */
export const MAX_REPORT_ROWS = 200;
/** Maximum rows of a report by day. */
export const MAX_REPORT_DAYS = 400;

const compareWith = ["before", "year"] as const;
export const salesReportQuery = z.object({
  by: z._default(z.enum(SALES_GROUPINGS, `by must be one of ${SALES_GROUPINGS.join(", ")}.`), "day"),
  /** By default the 30 days until yesterday. */
  from: z.optional(day),
  to: z.optional(day),
  /** Compares with the period of the same length before, or with the same days a year ago. */
  compare: z._default(z.enum(compareWith, "compare must be before or year."), "before"),
  /** The measure that the chart shows and that sorts rows, largest first, unless they are periods. */
  measure: z._default(z.enum(SALES_MEASURES, `measure must be one of ${SALES_MEASURES.join(", ")}.`), "sales"),
});
export type SalesReportQuery = z.infer<typeof salesReportQuery>;

const measures = z.object({
  orders: z.number(),
  units: z.number(),
  /** Less cancelled units. */
  sales: rupees,
  /** Discounts given by offers. */
  discounts: rupees,
  /**
   * Number, units and amount of the credit notes for returned or faulty goods, or for goods lost in one of several parcels, on the day of
   * the note. The amount includes credited shipping and fees, also where no goods came back.
   */
  returns: z.number(),
  returnedUnits: z.number(),
  returned: rupees,
  /** Number and amount of all refunds that reached customers on that day, whatever the reason. */
  refunds: z.number(),
  refunded: rupees,
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
      /** Null if the row is a period, since no other period corresponds to it. */
      before: z.nullable(measures),
    }),
  ),
  /** Number of rows that the page omits. */
  more: z.number(),
  /** Whether orders of the period have changed since its sales were computed; a job is computing them again. */
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
