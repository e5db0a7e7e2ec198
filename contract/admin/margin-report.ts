/** What the shop earns: sales without GST, less what the goods have cost. Amounts are rupees. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { MAX_REPORT_ROWS, salesReportQuery } from "./sales-report.ts";

const marginReportQuery = z.pick(salesReportQuery, { by: true, from: true, to: true });
export type MarginReportQuery = z.infer<typeof marginReportQuery>;

const marginMeasures = z.object({
  units: z.number(),
  /** As in the report of sales: with GST, less cancelled units. */
  sales: rupees,
  returned: rupees,
  /** Sales less returns, both without GST. */
  net: rupees,
  /** What the sold units have cost, less those that came back or were lost. */
  cost: rupees,
  /** What units have cost that were lost, spoilt or missing. */
  losses: rupees,
  /** What the payment provider has kept, without GST, as far as it is paid out; none for products, sizes and categories. */
  fees: rupees,
  /**
   * What couriers have charged for the parcels of the orders, without GST, also of orders that came back. Products and sizes bear the shares of
   * their items, by price.
   */
  couriers: rupees,
  /**
   * Net sales less cost, losses, fees and couriers' charges; null where the cost of no sold unit is known. Where that of some units or parcels is
   * not, it is at most this.
   */
  margin: z.nullable(rupees),
  /** Sold units of which no cost is known. */
  uncostedUnits: z.number(),
  /** Parcels of which no courier's charge is known; of a product, those of the orders that contain it. */
  unbilledParcels: z.number(),
});
export type MarginMeasures = z.infer<typeof marginMeasures>;

const marginReport = z.object({
  from: z.string(),
  to: z.string(),
  total: marginMeasures,
  rows: z.array(z.object({ key: z.string(), name: z.string(), now: marginMeasures })),
  /** Number of rows that the page omits. */
  more: z.number(),
  /** Whether a job is computing the period again. */
  isStale: z.boolean(),
});
export type MarginReport = z.infer<typeof marginReport>;

const READ = { tag: "Reports", permission: "view_costs", method: "GET", query: marginReportQuery } as const;

export const marginReportEndpoints = {
  readMarginReport: {
    ...READ,
    path: "/reports/margin",
    summary: `What was earned in a period, in rows; ${MAX_REPORT_ROWS} rows at most, unless they are periods`,
    response: responseOf(marginReport),
  },
  exportMarginReport: { ...READ, path: "/reports/margin.csv", summary: "The same as a CSV file", produces: "text/csv" },
} as const satisfies Record<string, AdminEndpoint>;
