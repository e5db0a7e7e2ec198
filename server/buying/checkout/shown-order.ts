/** Compares an order with what its shopper was shown, so that placing it brings no surprise. */

import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, type Paise, paise } from "../../base/money.ts";
import type { AppliedOffer, OfferInput } from "../../selling/offers/apply-offers.ts";
import { codeProblemText, losesDiscount } from "../../selling/offers/code-problem.ts";
import { priceWithOffers } from "../../shop/cart/cart-offers.ts";
import type { CartRow } from "../../shop/cart/read-cart.ts";
import type { AdvanceContent, OrderContent } from "./order-content.ts";

export interface ShownOrder {
  /** The total that the shopper has seen. */
  shownPaise?: Paise | undefined;
  /** What the shopper was shown to pay online in advance of an order for cash on delivery. */
  shownAdvancePaise?: Paise | undefined;
  /** Variant ids of the free samples that the shopper has seen. */
  shownSamples?: readonly number[] | undefined;
}

/** @throws ApiError (409) if total, advance or free samples are not as shown */
export function requireShown(content: AdvanceContent, shown: ShownOrder): void {
  requireShownTotal(content, shown.shownPaise);
  if (termsOf(content).courierCollects) requireShownAdvance(content, shown.shownAdvancePaise ?? paise(0));
  requireShownSamples(content, shown);
}

/** Creates the error for an offer whose last use another order has just taken, with the total without it. */
export function offerEnded(
  ended: AppliedOffer,
  rows: readonly CartRow[],
  offers: OfferInput,
  { terms, totals }: OrderContent,
): ApiError {
  const remaining = offers.offers.filter(({ id }) => id !== ended.offerId);
  const { totalPaise } = priceWithOffers(rows, { ...offers, offers: remaining }, terms);
  const why =
    ended.code === null
      ? `The offer “${ended.name}” has just ended.`
      : codeProblemText(ended.code, { reason: "used_up" });
  return offerEndedError(why, totalPaise, totals.totalPaise);
}

function requireShownTotal(
  { totals: { totalPaise }, decision: { code } }: Pick<OrderContent, "totals" | "decision">,
  shownPaise: Paise | undefined,
): void {
  if (shownPaise === totalPaise) return;
  const lost = code?.problem && losesDiscount(code.problem) ? codeProblemText(code.code, code.problem) : null;
  // The code in the cart says which total its customer expects.
  if (shownPaise === undefined && lost === null) return;
  if (lost !== null) throw offerEndedError(lost, totalPaise, shownPaise);
  throw ApiError.ofField(
    "total_price",
    `Your cart has changed: ${totalIsNow(totalPaise, shownPaise)}`,
    "price_changed",
  );
}

function requireShownAdvance({ advancePaise }: AdvanceContent, shownPaise: Paise): void {
  if (advancePaise === shownPaise) return;
  const message =
    advancePaise === 0
      ? "Nothing needs to be paid in advance for this order any more. You haven’t been charged."
      : `This order needs ${formatRupees(advancePaise)} to be paid online in advance. You haven’t been charged.`;
  throw ApiError.ofField("advance", message, "price_changed");
}

function requireShownSamples(
  { decision: { samples } }: Pick<OrderContent, "decision">,
  { shownSamples: shown, shownPaise }: ShownOrder,
): void {
  // A request that says nothing of what was shown expects what is chosen in the cart.
  const isExpected = (variantId: number) => (shown ? shown.includes(variantId) : shownPaise === undefined);
  const gone = samples?.unavailable.filter(({ variantId }) => isExpected(variantId)) ?? [];
  if (gone.length === 0) {
    const remaining = samples?.chosen.map(({ variantId }) => variantId) ?? [];
    if (shown?.every((variantId) => remaining.includes(variantId)) ?? true) return;
    throw ApiError.ofField(
      "samples",
      "Your cart no longer comes with the free samples you chose. You haven’t been charged. Please check your cart, or order without them.",
      "samples_not_available",
    );
  }
  const names = gone.map(({ title, label }) => `${title}, ${label}`).join(" and ");
  throw ApiError.ofField(
    "samples",
    `Sorry, your free sample ${names} has just run out. You haven’t been charged. Choose another one in your cart, or order without it.`,
    "samples_not_available",
  );
}

const totalIsNow = (totalPaise: Paise, beforePaise: Paise | undefined) =>
  `the total is now ${[formatRupees(totalPaise), beforePaise !== undefined && `not ${formatRupees(beforePaise)}`].filter(Boolean).join(", ")}. You haven’t been charged.`;

function offerEndedError(why: string, totalPaise: Paise, beforePaise: Paise | undefined): ApiError {
  const message = `${why} So ${totalIsNow(totalPaise, beforePaise)}`;
  return new ApiError("offer_ended", message, [
    { field: "code", message: why },
    { field: "total_price", message },
  ]);
}
