/** Sizes to order from suppliers, by what was sold lately. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { MAX_SUPPLIER } from "./purchases.ts";

/** The days before today by whose sales it is decided. */
export const DEMAND_DAYS = 56;
/** Maximum rows of a page; the CSV file has all. */
export const MAX_REORDER_ROWS = 200;
export const REORDER_TABS = ["all", "late"] as const;
/** Who says how long an order takes. */
const LEAD_TIMES = ["supplier", "setting"] as const;
export type ReorderTab = (typeof REORDER_TABS)[number];

const reorderQuery = z.object({
  /** The exact name of a supplier, as a proposal has it. */
  supplier: z.optional(textField({ max: MAX_SUPPLIER, error: "supplier is too long." })),
  /** `late`: sold out before units that are ordered today arrive. */
  tab: z._default(z.enum(REORDER_TABS, `tab must be one of ${REORDER_TABS.join(", ")}.`), "all"),
});

const proposal = z.object({
  sku: z.string(),
  title: z.string(),
  size: z.string(),
  /** From whom it was bought last; null if no purchase is booked. */
  supplier: z.nullable(z.string()),
  onHand: z.number(),
  /** Units reserved by unpaid orders. */
  reserved: z.number(),
  /** Units sold in the `DEMAND_DAYS` before today, less cancelled and returned ones. */
  sold: z.number(),
  /** On how many of these days it could be bought. */
  availableDays: z.number(),
  /** Units sold a week while it could be bought, to one decimal. */
  weekly: z.number(),
  /** Whole days until the available units are sold. */
  daysLeft: z.number(),
  /** Days until an order from its supplier is in the shop. */
  leadDays: z.number(),
  /** Whether its supplier has these days, or the shop's setting. */
  leadTimeOf: z.enum(LEAD_TIMES),
  /** Units to order. */
  order: z.number(),
  /** Whether it is sold out before units that are ordered today arrive. */
  isLate: z.boolean(),
});
export type ReorderQuery = z.infer<typeof reorderQuery>;
export type ReorderProposal = z.infer<typeof proposal>;

const supplier = z.object({
  name: z.string(),
  /** Days until an order is in the shop; null for those of the shop's setting. */
  leadDays: z.nullable(z.number()),
});

const list = z.object({
  /** The shop's settings: days until an order is in the shop, unless its supplier has others, and days that it is to last. */
  leadDays: z.number(),
  coverDays: z.number(),
  suppliers: z.array(supplier),
  /** Number of rows in each tab. */
  counts: z.record(z.enum(REORDER_TABS), z.number()),
  /** Those that are sold out first, first. */
  proposals: z.array(proposal),
  /** Number of rows that the page omits. */
  more: z.number(),
});
export type Reorder = z.infer<typeof list>;

const READ = { tag: "Stock", permission: "book_purchases", method: "GET", query: reorderQuery } as const;

export const reorderEndpoints = {
  readReorder: {
    ...READ,
    path: "/reorder",
    summary: `Sizes to order, by their sales of the last ${DEMAND_DAYS / 7} weeks; ${MAX_REORDER_ROWS} at most`,
    response: responseOf(list),
  },
  exportReorder: { ...READ, path: "/reorder.csv", summary: "The same as a CSV file", produces: "text/csv" },
} as const satisfies Record<string, AdminEndpoint>;
