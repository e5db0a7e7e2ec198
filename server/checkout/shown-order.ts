/** Compares an order with what its shopper was shown, so that placing it brings no surprise. */

import { priceWithOffers } from "../cart/cart-offers.ts";
import type { CartRow } from "../cart/read-cart.ts";
import { ApiError } from "../errors.ts";
import { formatRupees, type Paise, paise } from "../money.ts";
import type { AppliedOffer, OfferInput } from "../offers/apply-offers.ts";
import { codeProblemText } from "../offers/code-problem.ts";
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
  if (content.paymentMethod === "cash_on_delivery") requireShownAdvance(content, shown.shownAdvancePaise ?? paise(0));
  requireShownSamples(content, shown.shownSamples);
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
  if (shownPaise === undefined || shownPaise === totalPaise) return;
  if (code?.problem) throw offerEndedError(codeProblemText(code.code, code.problem), totalPaise, shownPaise);
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
  shown: readonly number[] | undefined,
): void {
  const gone = samples?.unavailable.filter(({ variantId }) => shown?.includes(variantId)) ?? [];
  if (gone.length === 0) return;
  const names = gone.map(({ title, label }) => `${title}, ${label}`).join(" and ");
  throw ApiError.ofField(
    "samples",
    `Sorry, your free sample ${names} has just run out. You haven’t been charged. Choose another one in your cart, or order without it.`,
    "samples_not_available",
  );
}

const totalIsNow = (totalPaise: Paise, beforePaise: Paise) =>
  `the total is now ${formatRupees(totalPaise)}, not ${formatRupees(beforePaise)}. You haven’t been charged.`;

function offerEndedError(why: string, totalPaise: Paise, beforePaise: Paise): ApiError {
  const message = `${why} So ${totalIsNow(totalPaise, beforePaise)}`;
  return new ApiError("offer_ended", message, [
    { field: "code", message: why },
    { field: "total_price", message },
  ]);
}
