/** Cash on delivery: orders by their next action, couriers' remittances, and who may or may not pay in cash. Amounts are rupees. */

import * as z from "zod/mini";
import { ORDER_STATES, orderNumber } from "../orders/schemas.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";
import { plainCode } from "../written-numbers.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { adminOrder, version } from "./orders.ts";
import { day, period } from "./period.ts";
import { nothing } from "./session.ts";

/** The tabs of the list, by the next action of each order. */
export const CASH_TABS = ["to_confirm", "to_send", "on_the_way", "cash_due", "overdue", "came_back"] as const;
export type CashTab = (typeof CASH_TABS)[number];
/** Days after the delivery until which a courier should have remitted the cash. */
export const REMITTED_WITHIN_DAYS = 10;
/** Maximum number of parcels in one file. */
export const MAX_REMITTED_PARCELS = 5000;
export const MAX_REMITTANCE_BYTES = 1024 * 1024;
export const MAX_CASH_REASON = 200;

const cashOrder = z.object({
  number: z.string(),
  state: z.enum(ORDER_STATES),
  customer: z.string(),
  city: z.string(),
  total: rupees,
  /** What its courier collects: the total less what was paid in advance. */
  due: rupees,
  /** Whether the payment of its advance confirms it, rather than the mailed code. */
  awaitsAdvance: z.boolean(),
  /** What couriers have paid for it so far. */
  remitted: rupees,
  /** When it was placed, delivered or returned to the sender: since then it waits. */
  since: z.string(),
  /** When the customer's time to confirm ends; null once it is confirmed. */
  confirmBy: z.nullable(z.string()),
  parcels: z.array(z.object({ courier: z.string(), awb: z.string() })),
});
export type CashOrder = z.infer<typeof cashOrder>;

const cashCounts = z.object({
  to_confirm: z.number(),
  to_send: z.number(),
  on_the_way: z.number(),
  cash_due: z.number(),
  overdue: z.number(),
  came_back: z.number(),
});
export type CashCounts = z.infer<typeof cashCounts>;

/**
 * `full`: as much as is due, which is nothing for what was not delivered. `not_delivered`, `came_back`, `lost`, `prepaid`, `replacement`:
 * paid although the courier had nothing to collect: the parcel is still on its way, came back, was lost, was paid online, or replaces goods
 * of a return; so either the courier or the state of the order is wrong. `not_sent`: paid for a booking that was not handed over. `misdeclared`:
 * as much as is due, but the courier was booked to collect another amount. `repeated`: this remittance already has the parcel. `unknown`: no order has this AWB, so it is not stored.
 */
export const REMITTANCE_RESULTS = [
  "full",
  "short",
  "over",
  "misdeclared",
  "not_sent",
  "not_delivered",
  "came_back",
  "lost",
  "prepaid",
  "replacement",
  "repeated",
  "unknown",
] as const;

const remittedParcel = z.object({
  awb: z.string(),
  amount: rupees,
  result: z.enum(REMITTANCE_RESULTS),
  order: z.nullable(z.string()),
  /** What its courier has to remit, by the state of the parcel. */
  due: rupees,
  /** What its courier was booked to collect; null if the shop has not booked it. */
  declared: z.nullable(rupees),
  /** The sum of all remittances for it, including this one. */
  remitted: rupees,
  /** What the same remittance said before, which this corrects; null if it does not. */
  corrected: z.nullable(rupees),
});
export type RemittedParcel = z.infer<typeof remittedParcel>;

const comparison = z.object({
  parcels: z.number(),
  amount: rupees,
  /** Number of parcels by result. */
  results: z.record(z.enum(REMITTANCE_RESULTS), z.number()),
  /** Parcels that are not paid in full, or corrected. */
  differences: z.array(remittedParcel),
  /** Sent with the request that stores the file, so that exactly what was compared is stored. */
  digest: z.string(),
});
export type RemittanceComparison = z.infer<typeof comparison>;

const reference = textField({
  max: 60,
  error: "A reference has up to 60 characters.",
  missing: "Please enter the courier’s reference.",
});
const UTR = {
  max: 35,
  pattern: /^[A-Z0-9]{6,35}$/,
  rewrite: plainCode,
  error: "A UTR has 6 to 35 letters and digits.",
};

/** A parcel as stored with its remittance. */
const recordedParcel = z.object({
  awb: z.string(),
  amount: rupees,
  order: z.string(),
  due: rupees,
  declared: z.nullable(rupees),
});
const remittance = z.object({
  reference: z.string(),
  utr: z.nullable(z.string()),
  receivedOn: z.string(),
  parcels: z.array(recordedParcel),
});
export type Remittance = z.infer<typeof remittance>;

const remittances = z.object({
  from: z.string(),
  to: z.string(),
  /** Searched by the reference that the courier or the bank gave. */
  remittances: z.array(
    z.object({
      reference: z.string(),
      /** The bank's number of the transfer; null until it is known. */
      utr: z.nullable(z.string()),
      receivedOn: z.string(),
      parcels: z.number(),
      remitted: rupees,
      /** What their courier has to remit. */
      due: rupees,
    }),
  ),
});
export type Remittances = z.infer<typeof remittances>;

/** An order that was delivered more than `REMITTED_WITHIN_DAYS` ago and is not remitted in full. */
const overdueCash = z.object({ order: z.string(), deliveredAt: z.string(), due: rupees, remitted: rupees });
export type OverdueCash = z.infer<typeof overdueCash>;

export const CASH_LISTS = ["blocked", "allowed"] as const;
/** What an entry of the cash lists names. */
export const CASH_LIST_KINDS = ["email", "mobile", "pincode"] as const;
export type CashListKind = (typeof CASH_LIST_KINDS)[number];
const cashListing = z.object({
  kind: z.enum(CASH_LIST_KINDS),
  value: z.string(),
  list: z.enum(CASH_LISTS),
  reason: z.string(),
  /** Who added it; empty for a command. */
  author: z.string(),
  at: z.string(),
});
export type CashListing = z.infer<typeof cashListing>;

const subject = textField({
  max: 254,
  error: "Please enter an email, a mobile number of 10 digits or a pincode of 6.",
});

const reason = textField({
  max: MAX_CASH_REASON,
  error: `Please use at most ${MAX_CASH_REASON} characters.`,
  missing: "Please say why, for your colleagues.",
});

const READ = { tag: "Orders", permission: "view_orders", method: "GET" } as const;
const REPORT = { tag: "Reports", permission: "view_reports", method: "GET" } as const;
const RECORD = { tag: "Orders", permission: "record_remittances", method: "POST" } as const;
const LISTS = { tag: "Customers", permission: "edit_customers" } as const;

const listQuery = z.object({
  tab: z._default(z.enum(CASH_TABS, `tab must be one of ${CASH_TABS.join(", ")}.`), "to_confirm"),
  /** As typed: an order number, an AWB, an email, a mobile number or words of a name. */
  q: z.optional(textField({ max: 254, error: "Please search with at most 254 characters." })),
  /** The number of the last order of the previous page. */
  after: z.optional(orderNumber),
});

export const cashAdminEndpoints = {
  listCashOrders: {
    ...READ,
    path: "/cash/orders",
    summary: "Orders for cash on delivery by what is to be done, the longest waiting first, 50 a page",
    query: listQuery,
    errorStatuses: [404],
    response: responseOf(z.object({ orders: z.array(cashOrder), hasMore: z.boolean() })),
  },
  exportCashOrders: {
    ...READ,
    path: "/cash/orders.csv",
    summary: "The orders of a list of them as CSV",
    query: z.omit(listQuery, { after: true }),
    produces: "text/csv",
  },
  countCashOrders: {
    ...READ,
    path: "/cash/counts",
    summary: "How many orders for cash on delivery each tab has, 100 at most",
    response: responseOf(cashCounts),
  },
  writeOffCash: {
    ...RECORD,
    path: "/cash/orders/:number/write-off",
    repeat: "seen",
    summary:
      "Give up what a courier has not remitted for an order, which is not due then. 409: it has remitted more since",
    params: z.object({ number: orderNumber }),
    stepUp: true,
    body: z.object({
      /** What couriers have remitted for it, as the member has seen it. */
      remitted: rupees,
      reason,
    }),
    errorStatuses: [404, 409],
    response: responseOf(nothing),
  },
  undoWriteOffCash: {
    ...RECORD,
    path: "/cash/orders/:number/undo-write-off",
    repeat: "seen",
    summary:
      "Claim cash again that was written off, which is due then. 409: none is written off, or it was remitted since",
    params: z.object({ number: orderNumber }),
    body: z.object({ version, reason }),
    errorStatuses: [404, 409],
    response: responseOf(adminOrder),
  },
  inspectRefused: {
    tag: "Orders",
    permission: "fulfil_orders",
    method: "POST",
    path: "/cash/orders/:number/inspection",
    repeat: "seen",
    summary: "Restock or write off the units of a refused parcel that came back and was opened",
    params: z.object({ number: orderNumber }),
    body: z.object({ restock: z.boolean("Please say whether its units can be sold again.") }),
    errorStatuses: [404, 409],
    response: responseOf(nothing),
  },
  uploadRemittance: {
    ...RECORD,
    path: "/cash/remittances",
    repeat: "state",
    summary:
      "Compare a courier’s CSV of AWBs and amounts with the orders; with the `digest` of the comparison, store it. 409: it differs from what was compared",
    query: z.object({
      reference,
      utr: z.optional(textField(UTR)),
      receivedOn: day,
      digest: z.optional(textField({ max: 64, error: "digest is too long." })),
    }),
    accepts: "text/csv",
    errorStatuses: [409],
    response: responseOf(comparison),
  },
  readRemittances: {
    ...REPORT,
    path: "/reports/remittances",
    summary: "Cash on delivery that couriers have remitted in a period",
    query: z.object(period),
    response: responseOf(remittances),
  },
  listOverdueCash: {
    ...REPORT,
    path: "/reports/overdue-cash",
    summary: "Delivered orders for cash on delivery whose cash is overdue, the longest first, 200 at most",
    query: z.object({
      /** Days after the delivery until which the courier should have remitted it. */
      days: z._default(
        textField({ max: 3, pattern: /^[0-9]+$/, error: "days must be a whole number from 0 to 999." }),
        String(REMITTED_WITHIN_DAYS),
      ),
    }),
    response: responseOf(z.array(overdueCash)),
  },
  readRemittance: {
    tag: "Orders",
    permission: "view_reports",
    method: "GET",
    path: "/cash/remittance",
    summary: "The parcels of a remittance with their orders",
    query: z.object({ reference }),
    errorStatuses: [404],
    response: responseOf(remittance),
  },
  addUtr: {
    ...RECORD,
    path: "/cash/remittances/utr",
    repeat: "seen",
    summary: "Add the bank’s number of the transfer to a remittance that has none. 409: it has another",
    body: z.object({ reference, utr: textField({ ...UTR, missing: "Please enter the UTR." }) }),
    errorStatuses: [404, 409],
    response: responseOf(nothing),
  },
  listCashListings: {
    tag: "Customers",
    permission: "view_customers",
    method: "GET",
    path: "/cash/lists",
    summary: "Who may never pay in cash, and who may in spite of most rules, 50 a page",
    query: z.object({
      /** The beginning of an email, a mobile number or a pincode. */
      q: z.optional(textField({ max: 254, error: "Please search with at most 254 characters." })),
      list: z.optional(z.enum(CASH_LISTS, `list must be one of ${CASH_LISTS.join(", ")}.`)),
      /** The `value` of the last entry of the previous page. */
      after: z.optional(textField({ max: 254, error: "after is too long." })),
    }),
    response: responseOf(z.object({ entries: z.array(cashListing), hasMore: z.boolean() })),
  },
  addCashListing: {
    ...LISTS,
    method: "POST",
    path: "/cash/lists",
    repeat: "harmless",
    summary: "Block or allow an email, a mobile number or a pincode for cash on delivery. 409: it is listed already",
    body: z.object({
      subject: subject,
      list: z.enum(CASH_LISTS, "Please choose to block or to allow."),
      reason,
    }),
    errorStatuses: [409],
    response: responseOf(nothing),
  },
  removeCashListing: {
    ...LISTS,
    method: "DELETE",
    path: "/cash/lists/:subject",
    repeat: "seen",
    summary: "Remove an email, a mobile number or a pincode from both lists",
    params: z.object({ subject }),
    errorStatuses: [404],
    response: responseOf(nothing),
  },
} as const satisfies Record<string, AdminEndpoint>;
