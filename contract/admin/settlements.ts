import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day, period } from "./period.ts";

/** What the payment provider and couriers have paid out, compared with the orders. Amounts are rupees. */

/** Problems and overdue orders of a page. */
export const MAX_SETTLEMENT_ROWS = 200;
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

const SEE = { tag: "Reports", permission: "view_reports", method: "GET", query: z.object(period) } as const;

export const settlementEndpoints = {
  readSettlements: {
    ...SEE,
    path: "/reports/settlements",
    summary: "What the payment provider has paid out in a period, and what of it differs from the orders",
    response: responseOf(settlements),
  },
  exportSettlements: {
    ...SEE,
    path: "/reports/settlements.csv",
    summary: "Every payment and refund that was paid out in a period, as a CSV file",
    produces: "text/csv",
  },
  fetchSettlements: {
    method: "POST",
    path: "/reports/settlements/fetch",
    summary: "Ask the payment provider again what it has paid out on these days",
    tag: "Reports",
    permission: "view_reports",
    body: z.object({ from: day, to: day }),
    response: responseOf(z.object({ days: z.number() })),
  },
  readRemittances: {
    ...SEE,
    path: "/reports/remittances",
    summary: "Cash on delivery that couriers have remitted in a period, and what is overdue",
    response: responseOf(remittances),
  },
} as const satisfies Record<string, AdminEndpoint>;
