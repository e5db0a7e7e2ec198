/** Stock of each size, its lots and its ledger. */

import * as z from "zod/mini";
import { ORDER_STATES, PAYMENT_METHODS } from "../orders/schemas.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

export const STOCK_TABS = ["all", "low"] as const;
export type StockTab = (typeof STOCK_TABS)[number];

/** Maximum units of one request. */
const MAX_UNITS = 9_999_999;
/** Maximum number of sizes in one stock-take. */
export const MAX_COUNTED = 500;

const listedStock = z.object({
  sku: z.string(),
  title: z.string(),
  size: z.string(),
  onHand: z.number(),
  /** Units reserved by unpaid orders. */
  reserved: z.number(),
  /** Units that customers can buy. */
  available: z.number(),
  /** Units of lots that are not sold; not part of `onHand`. */
  withheld: z.number(),
  /** What the units in the shop have cost, as far as it is known; null without the permission to see costs, as `uncosted`. */
  cost: z.nullable(rupees),
  /** Units in the shop, with withheld ones, of which no cost is known. */
  uncosted: z.nullable(z.number()),
  isLow: z.boolean(),
});
export type ListedStock = z.infer<typeof listedStock>;

const stockLot = z.object({
  number: z.string(),
  onHand: z.number(),
  withheld: z.number(),
  manufacturedOn: z.nullable(z.string()),
  /** The shelf life as printed on the pack, for example "use before 03/2028". */
  life: z.nullable(z.string()),
  lastGoodDay: z.nullable(z.string()),
  isWithheld: z.boolean(),
  recalledAt: z.nullable(z.string()),
});
export type StockLot = z.infer<typeof stockLot>;

const movement = z.object({
  _id: z.string(),
  at: z.string(),
  kind: z.string(),
  quantity: z.number(),
  reason: z.string(),
  /** The member of staff who caused it; empty if none did. */
  author: z.string(),
  order: z.nullable(z.string()),
});
export type StockMovement = z.infer<typeof movement>;

const reservation = z.object({
  /** The number of the unpaid order. */
  order: z.string(),
  /** Null without the permission to see orders. */
  customer: z.nullable(z.string()),
  paymentMethod: z.enum(PAYMENT_METHODS),
  units: z.number(),
  /** Whether the units are free samples. */
  isSample: z.boolean(),
  since: z.string(),
  /** When the order expires unless it is paid, confirmed or extended. */
  until: z.string(),
});
export type StockReservation = z.infer<typeof reservation>;

const sizeStock = z.object({ ...listedStock.shape, product: z.string(), lots: z.array(stockLot) });
export type SizeStock = z.infer<typeof sizeStock>;

const NO_SKU = "A SKU has up to 64 characters.";
const sku = textField({ max: 64, error: NO_SKU, missing: "Please give the SKU." });
const bySku = z.object({ sku });
const LOT = "A lot is named as on the pack, in up to 40 letters, digits and signs.";
const lotNumber = textField({ max: 40, pattern: /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, error: LOT });
const byLot = z.object({ number: lotNumber });
const reason = textField({
  max: 300,
  missing: "Please say why, for the ledger.",
  error: "Please say why in at most 300 characters.",
});
const units = (error: string, min: number) =>
  z
    .int(error)
    .check(
      z.minimum(min, error),
      z.maximum(MAX_UNITS, `Please give at most ${MAX_UNITS.toLocaleString("en-IN")} units.`),
    );
const NO_MONTH = "A month looks like 2028-03.";
const NO_DAY = "A day looks like 2026-11-24.";

/** Delivered units of a size, as their packs name them. */
export const deliveredUnits = {
  units: units("Please give the units as a whole number from 1.", 1),
  lot: z.optional(lotNumber),
  /** The day of manufacture. */
  manufacturedOn: z.optional(textField({ max: 10, pattern: /^\d{4}-\d{2}-\d{2}$/, error: NO_DAY })),
  /** What the pack states: good until the month begins (`use_before`), or until it ends (`expiry`). */
  lifeKind: z.optional(z.enum(["use_before", "expiry"], "lifeKind must be use_before or expiry.")),
  lifeMonth: z.optional(textField({ max: 7, pattern: /^20\d{2}-(0[1-9]|1[0-2])$/, error: NO_MONTH })),
};

const listQuery = z.object({
  tab: z._default(z.enum(STOCK_TABS, `tab must be one of ${STOCK_TABS.join(", ")}.`), "all"),
  /** A SKU, or the beginnings of words of the title. */
  q: z.optional(textField({ max: 100, error: "Please search with at most 100 characters." })),
  /** The SKU of the last size of the previous page. */
  after: z.optional(textField({ max: 64, error: NO_SKU })),
});

const countedSize = z.object({
  sku: z.string(),
  title: z.string(),
  size: z.string(),
  /** Units on hand; of a lot, those that are withheld too. */
  expected: z.number(),
  counted: z.number(),
});
export type CountedSize = z.infer<typeof countedSize>;

const lotOrder = z.object({
  number: z.string(),
  /** Null without the permission to see orders. */
  customer: z.nullable(z.string()),
  state: z.enum(ORDER_STATES),
  badge: z.string(),
  units: z.number(),
  /** Whether the customer was emailed about the recall. */
  mailed: z.boolean(),
  /** Whether its parcel went to the receiver of a gift, who has no email and must be called. */
  hasReceiver: z.boolean(),
});
export type LotOrder = z.infer<typeof lotOrder>;

const lotPage = z.object({
  number: z.string(),
  recalledAt: z.nullable(z.string()),
  recallReason: z.string(),
  sizes: z.array(z.object({ ...stockLot.shape, sku: z.nullable(z.string()), name: z.string() })),
  /** Orders with units of the lot that were not returned, oldest first. */
  orders: z.array(lotOrder),
  /** Cursor of the next orders; null after the last one. */
  next: z.nullable(z.string()),
});
export type LotPage = z.infer<typeof lotPage>;

/** What a recall did to an order. */
const RECALL_EFFECTS = ["nothing", "replaced", "repack", "short"] as const;
const recalledOrders = z.object({
  orders: z.array(z.object({ ...lotOrder.shape, effect: z.enum(RECALL_EFFECTS), mailedNow: z.boolean() })),
  next: z.nullable(z.string()),
});
export type RecalledOrders = z.infer<typeof recalledOrders>;

const ADJUST = { tag: "Stock", permission: "adjust_stock", method: "POST" } as const;
const READ = { tag: "Stock", permission: "view_products", method: "GET" } as const;

export const stockEndpoints = {
  listStock: {
    ...READ,
    path: "/stock",
    summary: "Sizes by SKU with their units, 50 a page",
    query: listQuery,
    response: responseOf(z.object({ sizes: z.array(listedStock), hasMore: z.boolean() })),
  },
  exportStock: {
    ...READ,
    path: "/stock.csv",
    summary: "The sizes of a list as CSV",
    query: z.omit(listQuery, { after: true }),
    produces: "text/csv",
  },
  readStock: {
    ...READ,
    path: "/stock/:sku",
    summary: "One size with its lots that have units, in the order in which they are sold",
    params: bySku,
    response: responseOf(sizeStock),
  },
  listMovements: {
    ...READ,
    path: "/stock/:sku/movements",
    summary: "The ledger of a size, newest first, 50 a page",
    params: bySku,
    query: z.object({ before: z.optional(rowId("before must be digits.")) }),
    response: responseOf(z.object({ movements: z.array(movement), hasMore: z.boolean() })),
  },
  listReservations: {
    ...READ,
    path: "/stock/:sku/reservations",
    summary: "The unpaid orders that reserve units of a size, the oldest 100",
    params: bySku,
    response: responseOf(z.array(reservation)),
  },
  receiveStock: {
    ...ADJUST,
    path: "/stock/:sku/receive",
    repeat: "key_or_same",
    summary: "Add delivered units, of a lot if the pack names one",
    params: bySku,
    body: z.object({
      ...deliveredUnits,
      reason: z.optional(textField({ max: 300, mayBeEmpty: true, error: "Please use at most 300 characters." })),
    }),
    errorStatuses: [404, 409],
    response: responseOf(sizeStock),
  },
  adjustStock: {
    ...ADJUST,
    path: "/stock/:sku/adjust",
    repeat: "key_or_same",
    summary: "Add units, or take them away, with a reason",
    params: bySku,
    body: z.object({
      /** Negative for missing units. */
      difference: units("Please give the units as a whole number, below 0 for missing ones.", -MAX_UNITS).check(
        z.refine((given) => given !== 0, "Please give at least one unit."),
      ),
      lot: z.optional(lotNumber),
      reason,
    }),
    errorStatuses: [404, 409],
    response: responseOf(sizeStock),
  },
  countStock: {
    ...ADJUST,
    path: "/stock/count",
    repeat: "seen",
    summary: "Set the units that a stock-take has counted: all of them, or none; with `preview` nothing is stored",
    body: z.object({
      preview: z.boolean(),
      reason,
      counts: z
        .array(
          z.object({
            sku,
            /** The lot that was counted; without it, all units of the size were. */
            lot: z.optional(lotNumber),
            counted: units("Please give the counted units as a whole number from 0.", 0),
            /** The units on hand that the member has seen; another number is rejected, and so is a difference without it. */
            expected: z.optional(z.int()),
          }),
        )
        .check(
          z.minLength(1, "Please count at least one size."),
          z.maxLength(MAX_COUNTED, `Please count at most ${MAX_COUNTED} sizes at once.`),
        ),
    }),
    errorStatuses: [404, 409],
    response: responseOf(z.array(countedSize)),
  },
  readLot: {
    ...READ,
    permission: "view_orders",
    path: "/lots/:number",
    summary: "A lot in all sizes that share its number, and the orders that have units of it, 100 a page",
    params: byLot,
    query: z.object({ after: z.optional(rowId("after must be digits.")) }),
    response: responseOf(lotPage),
  },
  recallLot: {
    ...ADJUST,
    path: "/lots/:number/recall",
    repeat: "seen",
    summary: "Stop selling a lot; `recallOrders` then treats its orders",
    stepUp: true,
    params: byLot,
    body: z.object({
      reason: textField({
        max: 300,
        missing: "Please say why: customers read it.",
        error: "Please say why in at most 300 characters: customers read it.",
      }),
    }),
    errorStatuses: [404],
    response: responseOf(lotPage),
  },
  recallOrders: {
    ...ADJUST,
    path: "/lots/:number/recall/orders",
    repeat: "seen",
    summary:
      "Treat the next 100 orders of a recalled lot: those that are not shipped get other units, and with `mail` the customers of the others are emailed the reason, once each",
    stepUp: true,
    params: byLot,
    body: z.object({ mail: z.boolean(), after: z.optional(rowId("after must be digits.")) }),
    errorStatuses: [404, 409],
    response: responseOf(recalledOrders),
  },
  exportLotReceivers: {
    ...READ,
    permission: "export_customers",
    path: "/lots/:number/receivers.csv",
    summary: "The receivers of gifts with units of a lot, whom no email reaches, as a CSV file",
    params: byLot,
    errorStatuses: [404],
    produces: "text/csv",
  },
  reinstateLot: {
    ...ADJUST,
    path: "/lots/:number/reinstate",
    repeat: "seen",
    stepUp: true,
    summary: "End the recall of a lot: it is sold again as far as its life allows it",
    params: byLot,
    body: z.object({}),
    errorStatuses: [404, 409],
    response: responseOf(lotPage),
  },
} as const satisfies Record<string, AdminEndpoint>;
