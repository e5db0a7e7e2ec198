/** What the payment provider has paid out, compared with the orders. Amounts are rupees. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day, period } from "./period.ts";

/** Maximum number of problems on a page. */
export const MAX_SETTLEMENT_ROWS = 200;
/** Maximum number of days fetched from the provider at once: each day is a request. */
export const MAX_FETCHED_DAYS = 31;
/** Maximum number of items on a settlement's page, those that differ first; the CSV file has all. */
export const MAX_SETTLEMENT_ITEMS = 500;
/** Maximum size of an uploaded settlement report. */
export const MAX_SETTLEMENT_BYTES = 10 * 1024 * 1024;
/** Days until a payment is paid out, including a weekend. */
export const SETTLED_WITHIN_DAYS = 5;

const settlement = z.object({
  id: z.string(),
  /** The bank's reference for the transfer. */
  utr: z.nullable(z.string()),
  settledAt: z.string(),
  payments: z.number(),
  gross: rupees,
  refunds: z.number(),
  refunded: rupees,
  /** Adjustments before fees, such as lost disputes; negative if they were taken. */
  other: rupees,
  /** Including tax. */
  fees: rupees,
  tax: rupees,
  /** The amount that the bank received. */
  net: rupees,
});
export type Settlement = z.infer<typeof settlement>;

/** `other`: an adjustment, a transfer, or the deduction for a dispute. */
export const SETTLED_KINDS = ["payment", "refund", "other"] as const;
export type SettledKind = (typeof SETTLED_KINDS)[number];

const problem = z.object({
  /**
   * `unknown`: paid out, but not a payment or refund of the shop. `different`: the shop has another amount. `missing`: a payment or refund
   * of the shop that was not paid out in time.
   */
  kind: z.enum(["unknown", "different", "missing"]),
  of: z.enum(SETTLED_KINDS),
  /** The provider's id. */
  id: z.string(),
  order: z.nullable(z.string()),
  at: z.string(),
  /** The amount that the provider reports; null if it is missing there. */
  settled: z.nullable(rupees),
  /** The amount that the shop has; null if it is unknown here. */
  expected: z.nullable(rupees),
});
export type SettlementProblem = z.infer<typeof problem>;

const settlements = z.object({
  from: z.string(),
  to: z.string(),
  settlements: z.array(settlement),
  /** Disputes that were lost in the period: the deducted amounts, and the provider's fees as far as they are settled. */
  lostDisputes: z.object({ count: z.number(), deducted: rupees, fees: rupees }),
  /** The first `MAX_SETTLEMENT_ROWS` problems. */
  problems: z.array(problem),
});
export type Settlements = z.infer<typeof settlements>;

/**
 * `unknown`: not a payment or refund of the shop. `amount`: the shop has another amount. `net`: the net amount is not the amount less the
 * fee. `tax`: the tax is higher than the fee.
 */
const ITEM_DIFFERENCES = ["unknown", "amount", "net", "tax"] as const;
export type SettledItemDifference = (typeof ITEM_DIFFERENCES)[number];

const settlementDetail = z.object({
  id: z.string(),
  utr: z.nullable(z.string()),
  settledAt: z.string(),
  /** Including tax. */
  fees: rupees,
  tax: rupees,
  net: rupees,
  /** Number of items that do not match. */
  differing: z.number(),
  /** Number of items that the page omits. */
  more: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(SETTLED_KINDS),
      order: z.nullable(z.string()),
      amount: rupees,
      fee: rupees,
      tax: rupees,
      net: rupees,
      expected: z.nullable(rupees),
      differs: z.nullable(z.enum(ITEM_DIFFERENCES)),
    }),
  ),
});
export type SettlementDetail = z.infer<typeof settlementDetail>;

const settlementUpload = z.object({
  /** Settled items of the file: new ones, stored ones with other amounts, and unchanged ones. */
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  /** The first differences from the shop's payments and refunds. */
  differences: z.array(problem),
  /** The first rows that cannot be read, by their number in a spreadsheet. Nothing can be stored while there are any. */
  rowProblems: z.array(z.object({ row: z.number(), message: z.string() })),
  /** Sent with the request that stores the file, so that exactly what was compared is stored. */
  digest: z.string(),
  isStored: z.boolean(),
});
export type SettlementUpload = z.infer<typeof settlementUpload>;

const READ = { tag: "Reports", permission: "view_reports", method: "GET", query: z.object(period) } as const;

export const settlementEndpoints = {
  readSettlements: {
    ...READ,
    path: "/reports/settlements",
    summary: "What the payment provider has paid out in a period, and what of it differs from the orders",
    response: responseOf(settlements),
  },
  exportSettlements: {
    ...READ,
    path: "/reports/settlements.csv",
    summary: "Every payment and refund that was paid out in a period, as a CSV file",
    produces: "text/csv",
  },
  readSettlement: {
    tag: "Reports",
    permission: "view_reports",
    method: "GET",
    path: "/reports/settlements/items/:id",
    summary: "The payments, refunds and deductions of one settlement, and what of them does not match",
    params: z.object({ id: textField({ max: 100, error: "id is too long." }) }),
    errorStatuses: [404],
    response: responseOf(settlementDetail),
  },
  uploadSettlement: {
    tag: "Reports",
    permission: "record_remittances",
    method: "POST",
    path: "/reports/settlements/file",
    repeat: "state",
    summary:
      "Compare a settlement report of the provider (CSV) with the shop; with the `digest` of the comparison, store it. 409: it differs from what was compared",
    query: z.object({ digest: z.optional(textField({ max: 64, error: "digest is too long." })) }),
    accepts: "text/csv",
    errorStatuses: [409],
    response: responseOf(settlementUpload),
  },
  fetchSettlements: {
    method: "POST",
    path: "/reports/settlements/fetch",
    repeat: "harmless",
    summary: `Ask the payment provider again what it has paid out on these days, ${MAX_FETCHED_DAYS} at most`,
    tag: "Reports",
    permission: "view_reports",
    body: z.object({ from: day, to: day }),
    response: responseOf(z.object({ days: z.number() })),
  },
} as const satisfies Record<string, AdminEndpoint>;
