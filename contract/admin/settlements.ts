import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day, period } from "./period.ts";

/** What the payment provider and couriers have paid out, compared with the orders. Amounts are rupees. */

/** Problems and overdue orders of a page. */
export const MAX_SETTLEMENT_ROWS = 200;
/** Days that the provider is asked for at once: each is a request. */
export const MAX_FETCHED_DAYS = 31;
/** Items of a settlement's page, those that differ first; the CSV file has all. */
export const MAX_SETTLEMENT_ITEMS = 500;
/** Of an uploaded settlement report. */
export const MAX_SETTLEMENT_BYTES = 10 * 1024 * 1024;
/** Days until a payment is paid out: working days and a weekend. */
export const SETTLED_WITHIN_DAYS = 5;

const settlement = z.object({
  id: z.string(),
  /** The bank's reference of the transfer. */
  utr: z.nullable(z.string()),
  settledAt: z.string(),
  payments: z.number(),
  gross: z.number(),
  refunds: z.number(),
  refunded: z.number(),
  /** Adjustments before fees, such as lost disputes; negative if they were taken. */
  other: z.number(),
  /** With tax. */
  fees: z.number(),
  tax: z.number(),
  /** What the bank got. */
  net: z.number(),
});
export type Settlement = z.infer<typeof settlement>;

const problem = z.object({
  /**
   * `unknown`: paid out, but no payment or refund of the shop. `different`: another amount than the shop has. `missing`: a payment or refund of the
   * shop that was not paid out in time.
   */
  kind: z.enum(["unknown", "different", "missing"]),
  of: z.enum(["payment", "refund", "other"]),
  /** The provider's id. */
  id: z.string(),
  order: z.nullable(z.string()),
  at: z.string(),
  /** What the provider says; null if it is missing there. */
  settled: z.nullable(z.number()),
  /** What the shop has; null if it is unknown here. */
  expected: z.nullable(z.number()),
});
export type SettlementProblem = z.infer<typeof problem>;

const settlements = z.object({
  from: z.string(),
  to: z.string(),
  settlements: z.array(settlement),
  /** Disputes that were decided against the shop in the period: what they took, and the provider's fees as far as settled. */
  lostDisputes: z.object({ count: z.number(), deducted: z.number(), fees: z.number() }),
  /** The first ones. */
  problems: z.array(problem),
});
export type Settlements = z.infer<typeof settlements>;

/**
 * `unknown`: no payment or refund of the shop. `amount`: another amount than the shop has. `net`: what was paid out is not the amount less the
 * fee. `tax`: more tax than fee.
 */
export const ITEM_DIFFERENCES = ["unknown", "amount", "net", "tax"] as const;
export type SettledItemDifference = (typeof ITEM_DIFFERENCES)[number];

const settlementDetail = z.object({
  id: z.string(),
  utr: z.nullable(z.string()),
  settledAt: z.string(),
  /** With tax. */
  fees: z.number(),
  tax: z.number(),
  net: z.number(),
  /** Items that do not match. */
  differing: z.number(),
  /** Items that the page omits. */
  more: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["payment", "refund", "other"]),
      order: z.nullable(z.string()),
      amount: z.number(),
      fee: z.number(),
      tax: z.number(),
      net: z.number(),
      expected: z.nullable(z.number()),
      differs: z.nullable(z.enum(ITEM_DIFFERENCES)),
    }),
  ),
});
export type SettlementDetail = z.infer<typeof settlementDetail>;

const settlementUpload = z.object({
  /** Settled items of the file: new ones, stored ones with other amounts, and those that are stored as they are. */
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  /** From the shop's payments and refunds; the first ones. */
  differences: z.array(problem),
  /** What cannot be read, by rows of a spreadsheet; then nothing can be stored. The first ones. */
  rowProblems: z.array(z.object({ row: z.number(), message: z.string() })),
  /** Stores the file as it was compared. */
  digest: z.string(),
  isStored: z.boolean(),
});
export type SettlementUpload = z.infer<typeof settlementUpload>;

const remittances = z.object({
  from: z.string(),
  to: z.string(),
  /** By the reference that the courier or the bank gave. */
  remittances: z.array(
    z.object({
      reference: z.string(),
      /** The bank's number of the transfer; null until it is known. */
      utr: z.nullable(z.string()),
      receivedOn: z.string(),
      parcels: z.number(),
      remitted: z.number(),
      due: z.number(),
    }),
  ),
  /** Delivered at least ten days ago, and not remitted in full. */
  overdue: z.array(z.object({ order: z.string(), deliveredAt: z.string(), due: z.number(), remitted: z.number() })),
});
export type Remittances = z.infer<typeof remittances>;

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
    summary: `Ask the payment provider again what it has paid out on these days, ${MAX_FETCHED_DAYS} at most`,
    tag: "Reports",
    permission: "view_reports",
    body: z.object({ from: day, to: day }),
    response: responseOf(z.object({ days: z.number() })),
  },
  readRemittances: {
    ...READ,
    path: "/reports/remittances",
    summary: "Cash on delivery that couriers have remitted in a period, and what is overdue",
    response: responseOf(remittances),
  },
} as const satisfies Record<string, AdminEndpoint>;
