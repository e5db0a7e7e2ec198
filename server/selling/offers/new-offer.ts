/** An offer as the owner writes it: with slugs and emails instead of ids, rupees, and days in India. */

import type * as z from "zod/mini";
import type { newOffer } from "../../../contract/admin/offers.ts";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { OperatorError } from "../../base/errors.ts";

export type NewOffer = z.output<typeof newOffer>;

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

/** @throws OfferProblem if the values do not fit the kind; an offer without a first day begins now */
export function checkValues(offer: NewOffer, now: Date): void {
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
  if (offer.until !== undefined && offer.until < (offer.from ?? isoDayInIndia(now)))
    throw new OfferProblem("until", "The last day is before the first.");
}
