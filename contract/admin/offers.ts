/** Offers and their codes. Amounts are rupees. */

import * as z from "zod/mini";
import { MAX_SAMPLES } from "../limits.ts";
import { ORDER_STATES } from "../orders/schemas.ts";
import { responseFields } from "../response-fields.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import { shopCode } from "../written-numbers.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day } from "./period.ts";

export const OFFER_TABS = ["running", "planned", "ended"] as const;
export type OfferTab = (typeof OFFER_TABS)[number];

export const OFFER_KINDS = [
  "percentage",
  "amount",
  "free_shipping",
  "buy_x_get_y",
  "bundle_price",
  "set_credit",
  "free_samples",
] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

const count = (what: string) =>
  z
    .int(`Please give ${what} as a whole number from 1.`)
    .check(
      z.minimum(1, `Please give ${what} as a whole number from 1.`),
      z.maximum(1_000_000, `${what} is too large.`),
    );
const amountField = (what: string) =>
  z
    .number(`Please give ${what} in rupees.`)
    .check(
      z.minimum(0.01, `Please give ${what} above 0.`),
      z.maximum(1_000_000, `Please give ${what} up to ₹10,00,000.`),
    );
const names = (what: string) =>
  z
    .array(textField({ max: 200, error: `Please name ${what} in at most 200 characters each.` }))
    .check(z.maxLength(500, `Please name at most 500 ${what}.`));

/** What the form of an offer searches: products and categories by their slug, sizes by their SKU. */
const OFFER_CHOICE_KINDS = ["product", "category", "size"] as const;
export type OfferChoiceKind = (typeof OFFER_CHOICE_KINDS)[number];
const offerChoice = z.object({ value: z.string(), name: z.string() });
export type OfferChoice = z.infer<typeof offerChoice>;

/** What staff sets of an offer, except its kind. */
const offerFields = {
  name: textField({
    missing: "Please name it as shoppers read it.",
    max: 80,
    error: "Please use at most 80 characters.",
  }),
  /** Empty for an automatic offer. */
  codes: z
    .array(textField({ max: 40, error: "A code has at most 40 characters.", rewrite: shopCode }))
    .check(z.maxLength(500, "Please give at most 500 codes.")),
  percent: z
    .int("Please give the percentage as a whole number from 1 to 100.")
    .check(
      z.minimum(1, "Please give the percentage as a whole number from 1 to 100."),
      z.maximum(100, "Please give the percentage as a whole number from 1 to 100."),
    ),
  amount: amountField("the amount"),
  buy: count("the units to buy"),
  free: count("the free units"),
  days: count("the days"),
  /** Slugs. */
  products: names("products"),
  categories: names("categories"),
  sets: names("sets"),
  /** SKUs, for `free_samples`. */
  samples: z
    .array(textField({ max: 64, error: "A SKU has up to 64 characters." }))
    .check(z.maxLength(MAX_SAMPLES, `Please name at most ${MAX_SAMPLES} samples.`)),
  /** Emails. */
  customers: names("customers"),
  minimum: amountField("the minimum"),
  firstOrder: z.boolean(),
  from: day,
  /** The last day. */
  until: day,
  maxUses: count("the uses"),
  maxUsesPerCustomer: count("the uses of a customer"),
};

const LISTS = ["codes", "products", "categories", "sets", "samples", "customers"] as const;
const listsByDefault = Object.fromEntries(LISTS.map((name) => [name, z._default(offerFields[name], [])])) as {
  [Name in (typeof LISTS)[number]]: z.ZodMiniDefault<(typeof offerFields)[Name]>;
};

export const newOffer = z.object({
  ...z.partial(z.object(offerFields)).shape,
  ...listsByDefault,
  name: offerFields.name,
  kind: z.enum(OFFER_KINDS, `kind must be one of ${OFFER_KINDS.join(", ")}.`),
  firstOrder: z._default(offerFields.firstOrder, false),
});
export type NewOffer = z.input<typeof newOffer>;

/** What an offer may do without; null removes it. */
const removable = {
  minimum: z.nullable(offerFields.minimum),
  from: z.nullable(offerFields.from),
  until: z.nullable(offerFields.until),
  maxUses: z.nullable(offerFields.maxUses),
  maxUsesPerCustomer: z.nullable(offerFields.maxUsesPerCustomer),
};
export const changedOffer = z.object({
  version: z.int(),
  ...z.partial(z.object({ ...offerFields, ...removable })).shape,
});
export type ChangedOffer = z.input<typeof changedOffer>;

const listedOffer = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(OFFER_KINDS),
  /** Its effect in words, for example "10% off". */
  effect: z.string(),
  /** Its first codes; empty for an automatic offer. */
  codes: z.array(z.string()),
  codeCount: z.number(),
  startsAt: z.string(),
  endsAt: z.nullable(z.string()),
  /** Number of orders that use it, and the discount that it gave them. */
  uses: z.number(),
  discount: rupees,
  maxUses: z.nullable(z.number()),
});
export type ListedOffer = z.infer<typeof listedOffer>;

const choices = z.array(offerChoice);
const offerPage = z.object({
  ...listedOffer.shape,
  tab: z.enum(OFFER_TABS),
  /** Sent with a change, which is rejected if the offer has changed since. */
  version: z.number(),
  lastChange: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** What a change of it can set; null where it has none. Products and the like that are deleted are missing. */
  fields: z.object({
    ...responseFields(offerFields),
    percent: z.nullable(z.number()),
    amount: z.nullable(rupees),
    buy: z.nullable(z.number()),
    free: z.nullable(z.number()),
    days: z.nullable(z.number()),
    products: choices,
    categories: choices,
    sets: choices,
    samples: choices,
    /** Null for staff who may not see emails. */
    customers: z.nullable(z.array(z.string())),
    ...responseFields(removable),
    minimum: z.nullable(rupees),
  }),
  /** Its conditions in words. */
  conditions: z.array(z.string()),
  /** The latest orders that use it. */
  orders: z.array(
    z.object({
      number: z.string(),
      state: z.enum(ORDER_STATES),
      badge: z.string(),
      at: z.string(),
      discount: rupees,
    }),
  ),
});
export type OfferPage = z.infer<typeof offerPage>;

const OFFERS = { tag: "Offers", permission: "edit_offers" } as const;
const byId = z.object({ id: rowId("id must be digits.") });

export const offerEndpoints = {
  listOffers: {
    ...OFFERS,
    method: "GET",
    path: "/offers",
    summary: "Offers that run, are planned or have ended, the newest first, 50 a page",
    query: z.object({
      tab: z._default(z.enum(OFFER_TABS, `tab must be one of ${OFFER_TABS.join(", ")}.`), "running"),
      /** A code, or a part of the name. */
      q: z.optional(textField({ max: 80, error: "Please search with at most 80 characters." })),
      /** The `_id` of the last offer of the previous page. */
      before: z.optional(rowId("before must be digits.")),
    }),
    response: responseOf(z.object({ offers: z.array(listedOffer), hasMore: z.boolean() })),
  },
  readOffer: {
    ...OFFERS,
    method: "GET",
    path: "/offers/:id",
    summary: "One offer with its conditions and its latest 50 uses",
    params: byId,
    response: responseOf(offerPage),
  },
  findOfferChoices: {
    ...OFFERS,
    method: "GET",
    path: "/offers/choices",
    summary: "What an offer can be for, by words of its name, twelve at most",
    query: z.object({
      kind: z.enum(OFFER_CHOICE_KINDS, `kind must be one of ${OFFER_CHOICE_KINDS.join(", ")}.`),
      q: textField({ max: 100, error: "Please search with at most 100 characters.", missing: "q is required." }),
    }),
    response: responseOf(z.array(offerChoice)),
  },
  createOffer: {
    ...OFFERS,
    method: "POST",
    path: "/offers",
    repeat: "key",
    summary: "Create an offer",
    body: newOffer,
    errorStatuses: [409],
    response: responseOf(offerPage),
  },
  changeOffer: {
    ...OFFERS,
    method: "PATCH",
    path: "/offers/:id",
    repeat: "seen",
    summary: "Change fields of an offer that runs or is planned; placed orders keep what they were promised",
    params: byId,
    body: changedOffer,
    errorStatuses: [409],
    response: responseOf(offerPage),
  },
  endOffer: {
    ...OFFERS,
    method: "POST",
    path: "/offers/:id/end",
    repeat: "seen",
    summary: "End an offer now; orders that have it are not changed",
    params: byId,
    body: z.object({}),
    errorStatuses: [409],
    response: responseOf(offerPage),
  },
} as const satisfies Record<string, AdminEndpoint>;
