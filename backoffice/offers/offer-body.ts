/** What the form of an offer sends. */

import { type NewOffer, OFFER_KINDS, type OfferKind } from "../../contract/admin/offers.ts";
import { writtenNumber } from "../../contract/written-amounts.ts";
import type { Choice } from "../shared/choices-field.tsx";

/** An empty form. Lists that are chosen by a search are JSON. */
export const EMPTY_OFFER = {
  name: "",
  kind: "percentage",
  codes: "",
  percent: "",
  amount: "",
  buy: "",
  free: "",
  days: "",
  products: "[]",
  categories: "[]",
  sets: "[]",
  samples: "[]",
  customers: "",
  minimum: "",
  firstOrder: "",
  from: "",
  until: "",
  maxUses: "",
  maxUsesPerCustomer: "",
} satisfies Record<keyof NewOffer, string>;
export type OfferField = keyof typeof EMPTY_OFFER;
export type OfferValues = Readonly<Record<OfferField, string>>;

/** The fields of each kind, with their labels. */
export const OFFER_VALUES: Readonly<Record<OfferKind, Partial<Record<OfferField, string>>>> = {
  percentage: { percent: "Percentage" },
  amount: { amount: "Amount in rupees" },
  free_shipping: {},
  buy_x_get_y: { buy: "Units to buy", free: "Units that are free with them" },
  bundle_price: { buy: "Units together", amount: "Their price in rupees" },
  set_credit: { sets: "Sets whose price is credited", days: "Days after the delivery of the set" },
  free_samples: { samples: "Samples to choose from", free: "How many may be chosen" },
};

export const chosenIn = (json: string) => JSON.parse(json) as Choice[];
const valuesIn = (json: string) => chosenIn(json).map(({ value }) => value);

const listOf = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter(Boolean);
const numberOf = (text: string) => (text.trim() === "" ? undefined : writtenNumber(text));

/** Returns the kind that a form has. */
export const kindOf = (values: OfferValues): OfferKind =>
  OFFER_KINDS.find((one) => one === values.kind) ?? "percentage";

/** Returns every field of the request; empty ones are undefined. */
export function bodyOf(values: OfferValues): {
  [Field in keyof Required<NewOffer>]: NewOffer[Field];
} {
  const kind = kindOf(values);
  const own = OFFER_VALUES[kind];
  const value = (name: OfferField) => (name in own ? numberOf(values[name]) : undefined);
  return {
    name: values.name,
    kind,
    // The form may still contain codes of a kind that was chosen before.
    codes: kind === "set_credit" || kind === "free_samples" ? [] : listOf(values.codes),
    percent: value("percent"),
    amount: value("amount"),
    buy: value("buy"),
    free: value("free"),
    days: value("days"),
    products: valuesIn(values.products),
    categories: valuesIn(values.categories),
    sets: "sets" in own ? valuesIn(values.sets) : [],
    samples: "samples" in own ? valuesIn(values.samples) : [],
    customers: listOf(values.customers),
    minimum: numberOf(values.minimum),
    firstOrder: values.firstOrder === "yes",
    from: values.from || undefined,
    until: values.until || undefined,
    maxUses: numberOf(values.maxUses),
    maxUsesPerCustomer: numberOf(values.maxUsesPerCustomer),
  };
}
