/**
 * Decides which offers take how much off some lines: first the automatic offer with the largest discount, then the code on what is left,
 * then the credit for a discovery set. Free shipping applies besides. Offers by units ("buy 2, get 1 free", "3 for ₹999") count only
 * products without another offer's discount. Less than ₹1 is never left, unless nothing is. Whether the customer may have an offer at all is decided before.
 */

import { type Paise, paise, sumPaise } from "../../base/money.ts";
import type { OfferTerms, TermsLine } from "../../platform/database/schema.ts";
import { allocate } from "../pricing/allocate.ts";
import { discountsOf, remainingOf, unitsMissing } from "./discounts.ts";
import { leaveARupee } from "./leave-a-rupee.ts";

/** Why a code takes nothing off these lines. */
export type LinesProblem =
  | { reason: "not_these_products" | "discounted_already" | "shipping_is_free" | "no_saving" }
  | { reason: "minimum"; missingPaise: Paise; ofSomeProducts: boolean }
  | { reason: "more_units"; missingUnits: number };

export interface CombinedOffer {
  offer: OfferTerms;
  /** What it takes off each line. */
  discounts: Paise[];
}

export interface CombinedOffers {
  applied: CombinedOffer[];
  /** What all of them take off each line, in the order of the lines; at most price × quantity. */
  discounts: Paise[];
  freeShipping: boolean;
  /** Null if the code applies, or there is none. */
  codeProblem: LinesProblem | null;
}

/**
 * Combines offers, of which at most one has a code. The result does not depend on the order of offers or lines.
 * @param shippingPaise what shipping costs without offers
 */
export function combineOffers(
  lines: readonly TermsLine[],
  offers: readonly OfferTerms[],
  shippingPaise: Paise,
): CombinedOffers {
  const sizes = groupBySize(lines);
  const sorted = sizes.map((group) => ({
    ...(group[0] as (typeof group)[0]).line,
    quantity: group.reduce((units, { line }) => units + line.quantity, 0),
  }));
  const taken = sorted.map(() => paise(0));
  const applied: CombinedOffer[] = [];
  const apply = (offer: OfferTerms, discounts: readonly Paise[]) => {
    for (const [at, discount] of discounts.entries()) taken[at] = paise((taken[at] ?? 0) + discount);
    applied.push({ offer, discounts: sorted.map((_, at) => discounts[at] ?? paise(0)) });
  };
  const nothing = sorted.map(() => paise(0));
  const automatic = offers
    .filter((one) => one.code === null && conditionProblem(one, sorted) === null)
    .sort((a, b) => a.id - b.id);

  const [best] = automatic
    .filter(({ kind }) => kind !== "free_shipping" && kind !== "set_credit" && kind !== "free_samples")
    .map((offer) => ({ offer, discounts: discountsOf(offer, sorted, taken) }))
    .sort((a, b) => sumPaise(b.discounts) - sumPaise(a.discounts));
  if (best && sumPaise(best.discounts) > 0) apply(best.offer, best.discounts);

  const shippingOffer = shippingPaise > 0 ? automatic.find(({ kind }) => kind === "free_shipping") : undefined;
  if (shippingOffer) apply(shippingOffer, nothing);

  const codeProblem = applyCode();

  for (const offer of automatic.filter(({ kind }) => kind === "set_credit")) {
    const discounts = creditOf(offer, sorted, taken);
    if (sumPaise(discounts) > 0) {
      apply(offer, discounts);
      break;
    }
  }
  const values = sorted.map(({ pricePaise, quantity }) => paise(pricePaise * quantity));
  const lowered = leaveARupee(
    values,
    applied.map(({ discounts }) => discounts),
  );
  const byLine = divideAmongLines(lowered, sizes, lines);
  return {
    applied: applied.map(({ offer }, at) => ({ offer, discounts: byLine[at] ?? lines.map(() => paise(0)) })),
    discounts: lines.map((_, at) => sumPaise(byLine.map((discounts) => discounts[at] ?? paise(0)))),
    freeShipping: applied.some(({ offer }) => offer.kind === "free_shipping"),
    codeProblem,
  };

  function applyCode(): LinesProblem | null {
    const offer = offers.find(({ code }) => code !== null);
    if (!offer || sorted.length === 0) return null;
    const problem = conditionProblem(offer, sorted);
    if (problem) return problem;
    if (offer.kind === "free_shipping") {
      if (shippingPaise === 0 || shippingOffer) return { reason: "shipping_is_free" };
      apply(offer, nothing);
      return null;
    }
    const discounts = discountsOf(offer, sorted, taken);
    if (sumPaise(discounts) === 0) return noDiscountProblem(offer, sorted, taken);
    apply(offer, discounts);
    return null;
  }
}

/** Groups what costs the same of one size: units that were added to an order later are a line of their own. */
function groupBySize(lines: readonly TermsLine[]): { line: TermsLine; at: number }[][] {
  const positioned = lines.map((line, at) => ({ line, at }));
  const groups = Map.groupBy(positioned, ({ line }) => `${line.variantId} ${line.pricePaise}`);
  return [...groups.values()].sort(([a], [b]) => (a?.line.variantId ?? 0) - (b?.line.variantId ?? 0));
}

/** Divides what each offer takes off each size among its lines, in proportion to what the offers before have left of them. */
function divideAmongLines(
  bySize: readonly (readonly Paise[])[],
  sizes: ReturnType<typeof groupBySize>,
  lines: readonly TermsLine[],
): Paise[][] {
  const left = lines.map(({ pricePaise, quantity }) => pricePaise * quantity);
  return bySize.map((discounts) => {
    const byLine = lines.map(() => paise(0));
    for (const [size, discount] of discounts.entries()) {
      if (discount === 0) continue;
      const places = (sizes[size] ?? []).map(({ at }) => at);
      const weights = places.map((at) => left[at] ?? 0);
      for (const [one, share] of allocate(discount, weights).entries()) {
        const at = places[one] ?? -1;
        byLine[at] = share;
        left[at] = (weights[one] ?? 0) - share;
      }
    }
    return byLine;
  });
}

/** Why these lines do not meet the conditions of an offer; null if they do. */
export function conditionProblem(
  offer: Pick<OfferTerms, "covers" | "minPaise">,
  lines: readonly TermsLine[],
): LinesProblem | null {
  const covered = lines.filter(({ position }) => offer.covers.includes(position));
  if (covered.length === 0) return { reason: "not_these_products" };
  const missing = offer.minPaise - covered.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0);
  if (missing > 0)
    return { reason: "minimum", missingPaise: paise(missing), ofSomeProducts: covered.length < lines.length };
  return null;
}

/** Why an offer takes nothing off although its conditions are met. */
function noDiscountProblem(offer: OfferTerms, lines: readonly TermsLine[], taken: readonly Paise[]): LinesProblem {
  const missingUnits = unitsMissing(
    offer,
    lines,
    lines.map(() => paise(0)),
  );
  if (missingUnits > 0) return { reason: "more_units", missingUnits };
  if (unitsMissing(offer, lines, taken) > 0) return { reason: "discounted_already" };
  return remainingOf(offer, lines, taken) === 0 ? { reason: "discounted_already" } : { reason: "no_saving" };
}

/** Credits the set's price to one line, the one with the most expensive product. */
function creditOf(offer: OfferTerms, lines: readonly TermsLine[], taken: readonly Paise[]): Paise[] {
  const discounts = lines.map(() => paise(0));
  const [at] = [...lines.keys()]
    .filter((index) => offer.covers.includes(lines[index]?.position ?? -1))
    .sort((a, b) => (lines[b]?.pricePaise ?? 0) - (lines[a]?.pricePaise ?? 0));
  const line = at === undefined ? undefined : lines[at];
  if (!offer.credit || at === undefined || !line) return discounts;
  discounts[at] = paise(Math.min(offer.credit.pricePaise, line.pricePaise * line.quantity - (taken[at] ?? 0)));
  return discounts;
}
