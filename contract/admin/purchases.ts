/** Purchases: the supplier's documents by which units came to the shop, and what they cost. Amounts are rupees, without GST unless they say so. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day } from "./period.ts";
import { nothing } from "./session.ts";
import { deliveredUnits } from "./stock.ts";

/** Maximum number of lines of a purchase. */
export const MAX_PURCHASE_LINES = 500;
export const MAX_PURCHASE_ROWS_BYTES = 4 * 1024 * 1024;
export const MAX_SUPPLIER = 100;
/** Maximum lead time of a supplier, in days. */
const MAX_LEAD_DAYS = 365;
/** Maximum cost of a unit, and maximum of each charge. */
export const MAX_UNIT_COST = 1_000_000;
const MAX_CHARGE = 10_000_000;

const amount = (max: number) => {
  const error = "Please give an amount in rupees, such as 749.50.";
  return z
    .number(error)
    .check(
      z.gte(0, error),
      z.lte(max, `Please give at most ₹${max.toLocaleString("en-IN")}.`),
      z.multipleOf(0.01, "An amount has at most two decimals."),
    );
};
const charge = z._default(amount(MAX_CHARGE), 0);

const line = z.object({
  /** A SKU or barcode. */
  sku: textField({ max: 64, error: "A SKU has up to 64 characters.", missing: "Please give the SKU or barcode." }),
  ...deliveredUnits,
  unitCost: amount(MAX_UNIT_COST),
  /** The GST on the whole line, which is input credit. */
  gst: charge,
});

const supplierName = textField({
  max: MAX_SUPPLIER,
  missing: "Please name the supplier.",
  error: `A supplier’s name has up to ${MAX_SUPPLIER} characters.`,
});

const LEAD_DAYS_ERROR = `Please give whole days, at most ${MAX_LEAD_DAYS}, or nothing for those of the settings.`;
const leadDays = z.int(LEAD_DAYS_ERROR).check(z.gte(0, LEAD_DAYS_ERROR), z.lte(MAX_LEAD_DAYS, LEAD_DAYS_ERROR));

const correction = {
  supplier: supplierName,
  documentNumber: textField({
    max: 60,
    missing: "Please give the number of the supplier’s invoice or delivery note.",
    error: "A document’s number has up to 60 characters.",
  }),
  documentDate: day,
  /** The charges are shared by the lines by value. */
  freight: charge,
  duty: charge,
  other: charge,
  /** The GST on the charges. */
  chargesGst: charge,
  note: textField({ max: 500, mayBeEmpty: true, error: "Please use at most 500 characters." }),
  lines: z
    .array(line, "Please give the lines of the document.")
    .check(
      z.minLength(1, "Please add at least one line."),
      z.maxLength(MAX_PURCHASE_LINES, `A purchase can have up to ${MAX_PURCHASE_LINES} lines. Please split it.`),
    ),
};
export type DeliveredLine = z.infer<typeof line>;
const purchaseFields = z.object(correction);
/** What staff gives of a purchase. */
export type PurchaseFields = z.infer<typeof purchaseFields>;
const version = z.int("Please load the purchase again.");

const listedPurchase = z.object({
  _id: z.string(),
  supplier: z.string(),
  documentNumber: z.string(),
  documentDate: z.string(),
  bookedAt: z.string(),
  takenBackAt: z.nullable(z.string()),
  lines: z.number(),
  units: z.number(),
  /** Goods and charges. */
  total: rupees,
  /** All GST of the document. */
  gst: rupees,
});
export type ListedPurchase = z.infer<typeof listedPurchase>;

const purchaseLine = z.object({
  sku: z.string(),
  title: z.string(),
  size: z.string(),
  units: z.number(),
  lot: z.nullable(z.string()),
  manufacturedOn: z.nullable(z.string()),
  lifeKind: z.nullable(z.enum(["use_before", "expiry"])),
  /** Such as 2028-03. */
  lifeMonth: z.nullable(z.string()),
  unitCost: rupees,
  gst: rupees,
  /** Its share of the charges. */
  charge: rupees,
  /** Units × cost, with that share. */
  cost: rupees,
  /** Units that have not left the stock. */
  left: z.number(),
});
export type PurchaseLine = z.infer<typeof purchaseLine>;

const purchase = z.object({
  ...listedPurchase.shape,
  lines: z.array(purchaseLine),
  freight: rupees,
  duty: rupees,
  other: rupees,
  chargesGst: rupees,
  /** Whether its units were in stock before: it has booked their cost alone. */
  isInStock: z.boolean(),
  note: z.string(),
  author: z.string(),
  version: z.number(),
});
export type Purchase = z.infer<typeof purchase>;

/** A pasted row. */
const readLine = z.object({
  sku: z.string(),
  title: z.string(),
  size: z.string(),
  units: z.number(),
  lot: z.string(),
  manufacturedOn: z.string(),
  lifeKind: z.enum(["use_before", "expiry"]),
  lifeMonth: z.string(),
  unitCost: rupees,
  gst: rupees,
});
export type ReadLine = z.infer<typeof readLine>;

const READ = { tag: "Stock", permission: "view_costs", method: "GET" } as const;
const BOOK = { tag: "Stock", permission: "book_purchases" } as const;
const byId = z.object({ id: rowId("id must be digits.") });

export const purchaseEndpoints = {
  listPurchases: {
    ...READ,
    path: "/purchases",
    summary: "Purchases, the last booked first, 50 a page",
    query: z.object({
      /** The beginning of a document’s number, or of a supplier’s name. */
      q: z.optional(textField({ max: 100, error: "Please search with at most 100 characters." })),
      /** The `_id` of the last purchase of the previous page. */
      after: z.optional(rowId("after must be digits.")),
    }),
    response: responseOf(z.object({ purchases: z.array(listedPurchase), hasMore: z.boolean() })),
  },
  listSuppliers: {
    ...BOOK,
    method: "GET",
    path: "/suppliers",
    summary: "The names of suppliers by their beginning, 20 at most",
    query: z.object({ q: z.optional(textField({ max: MAX_SUPPLIER, error: "q is too long." })) }),
    response: responseOf(z.array(z.string())),
  },
  setLeadTime: {
    ...BOOK,
    method: "PATCH",
    path: "/suppliers",
    repeat: "harmless",
    summary: "Set how many days an order from a supplier takes; null for those of the setting",
    body: z.object({ supplier: supplierName, leadDays: z.nullable(leadDays) }),
    errorStatuses: [404],
    response: responseOf(nothing),
  },
  readPurchase: {
    ...READ,
    path: "/purchases/:id",
    summary: "A purchase with its lines",
    params: byId,
    errorStatuses: [404],
    response: responseOf(purchase),
  },
  readPurchaseRows: {
    ...BOOK,
    method: "POST",
    path: "/purchases/rows",
    repeat: "harmless",
    summary:
      "Read the rows of a spreadsheet as lines of a purchase: columns sku (or barcode), quantity and cost, and gst, lot, made on, use before or expiry. Nothing is stored",
    accepts: "text/csv",
    response: responseOf(z.array(readLine)),
  },
  bookPurchase: {
    ...BOOK,
    method: "POST",
    path: "/purchases",
    repeat: "key",
    summary: "Book a supplier’s document: raises the stock, and records what its units cost",
    body: z.object({
      ...correction,
      /** Books the cost of units that are in stock already, and raises nothing. */
      isInStock: z._default(z.boolean(), false),
    }),
    errorStatuses: [409],
    response: responseOf(z.object({ _id: z.string() })),
  },
  correctPurchase: {
    ...BOOK,
    method: "PATCH",
    path: "/purchases/:id",
    repeat: "seen",
    summary:
      "Replace a purchase: the stock changes by the difference. Its lines and charges can be corrected while all of its units are in stock",
    params: byId,
    body: z.object({ ...correction, version }),
    errorStatuses: [404, 409],
    response: responseOf(nothing),
  },
  takeBackPurchase: {
    ...BOOK,
    method: "POST",
    path: "/purchases/:id/take-back",
    repeat: "seen",
    summary: "Undo a purchase while all of its units are in stock: takes them off",
    params: byId,
    body: z.object({ version }),
    errorStatuses: [404, 409],
    response: responseOf(nothing),
  },
} as const satisfies Record<string, AdminEndpoint>;
