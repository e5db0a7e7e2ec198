/** An offer as the owner writes it: with slugs and emails instead of ids, rupees, and days in India. */

import * as z from "zod/mini";
import { OFFER_KINDS } from "../../../contract/admin/offers.ts";
import { MAX_SAMPLES } from "../../../contract/limits.ts";
import { OperatorError } from "../../base/errors.ts";

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const count = z.int().check(z.gte(1), z.lte(1_000_000));
/** From one paisa: less would take nothing off. */
const rupees = z.number().check(z.gte(0.01), z.lte(1_000_000));
/** `2026-12-31` */
const day = z.iso.date();

export const newOfferSchema = z.strictObject({
  name: text(80),
  kind: z.enum(OFFER_KINDS),
  codes: z._default(z.array(text(40)), []),
  percent: z.optional(z.int().check(z.gte(1), z.lte(100))),
  amount: z.optional(rupees),
  buy: z.optional(count),
  free: z.optional(count),
  /** Days after the set's delivery, for `set_credit`. */
  days: z.optional(count),
  products: z._default(z.array(text(200)), []),
  categories: z._default(z.array(text(200)), []),
  sets: z._default(z.array(text(200)), []),
  /** The SKUs to choose from, for `free_samples`; `free` is how many may be chosen. */
  samples: z._default(z.array(text(200)).check(z.maxLength(MAX_SAMPLES)), []),
  customers: z._default(z.array(text(200)), []),
  minimum: z.optional(rupees),
  first_order: z._default(z.boolean(), false),
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
  max_uses: z.optional(count),
  max_uses_per_customer: z.optional(count),
});
export type NewOffer = z.infer<typeof newOfferSchema>;

/** The fields that each kind requires. */
const NEEDED: Record<NewOffer["kind"], readonly (keyof NewOffer)[]> = {
  percentage: ["percent"],
  amount: ["amount"],
  free_shipping: [],
  buy_x_get_y: ["buy", "free"],
  bundle_price: ["buy", "amount"],
  set_credit: ["days", "sets"],
  free_samples: ["free", "samples"],
};
/** What is asked for if a value is missing. */
const MISSING = {
  percent: "Please give the percentage.",
  amount: "Please give the amount.",
  buy: "Please give the number of units to buy.",
  free: "Please give how many are free.",
  days: "Please give the number of days.",
  sets: "Please choose the sets.",
  samples: "Please choose the samples.",
} as const;
const VALUES = Object.keys(MISSING) as (keyof typeof MISSING)[];

/** An offer that is not stored, with the field that is to be changed. */
export class OfferProblem extends OperatorError {
  readonly field: keyof NewOffer;
  constructor(field: keyof NewOffer, message: string) {
    super(message);
    this.field = field;
  }
}

/** @throws OfferProblem if the values do not fit the kind */
export function checkValues(offer: NewOffer): void {
  const needed = NEEDED[offer.kind];
  for (const name of VALUES) {
    const value = offer[name];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (isGiven && !needed.includes(name))
      throw new OfferProblem(name, `An offer of the kind ${offer.kind} has no ${name}.`);
    if (!isGiven && needed.includes(name)) throw new OfferProblem(name, MISSING[name]);
  }
  if (offer.kind === "set_credit" && offer.codes.length > 0)
    throw new OfferProblem("codes", "A set’s credit applies by itself, without a code.");
  if (offer.kind === "free_samples" && offer.codes.length > 0)
    throw new OfferProblem("codes", "Free samples are offered without a code, to every cart that reaches the minimum.");
  if (offer.from !== undefined && offer.until !== undefined && offer.until < offer.from)
    throw new OfferProblem("until", "The last day is before the first.");
}
