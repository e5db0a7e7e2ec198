/** Computes what one offer takes off the lines that it covers. */

import { unreachable } from "../../base/errors.ts";
import { type Paise, paise, sumPaise } from "../../base/money.ts";
import type { OfferTerms, TermsLine } from "../../platform/database/schema.ts";
import { allocate } from "../pricing/allocate.ts";

type Valued = Pick<OfferTerms, "kind" | "covers" | "percent" | "amountPaise" | "buyUnits" | "freeUnits">;

/**
 * Divides the discount among the lines, by largest remainder to the paisa.
 * @param taken what other offers have already taken off each line
 */
export function discountsOf(offer: Valued, lines: readonly TermsLine[], taken: readonly Paise[]): Paise[] {
  switch (offer.kind) {
    case "percentage": {
      const remaining = remainingOf(offer, lines, taken);
      // Half a paisa rounds up.
      return share(paise(Math.floor((remaining * (offer.percent ?? 0) + 50) / 100)), offer, lines, taken);
    }
    case "amount":
      return share(paise(Math.min(offer.amountPaise ?? 0, remainingOf(offer, lines, taken))), offer, lines, taken);
    case "buy_x_get_y":
      return byGroups(offer, lines, taken, (group) =>
        group.map((price, at) => (at < (offer.buyUnits ?? 0) ? paise(0) : price)),
      );
    case "bundle_price":
      return byGroups(offer, lines, taken, (group) =>
        allocate(paise(Math.max(0, sumPaise(group) - (offer.amountPaise ?? 0))), group),
      );
    case "free_shipping":
    case "set_credit":
    case "free_samples":
      return lines.map(() => paise(0));
    default:
      return unreachable(offer.kind);
  }
}

/** Sums what is left to pay for the lines that an offer covers. */
export function remainingOf(offer: Valued, lines: readonly TermsLine[], taken: readonly Paise[]): Paise {
  return sumPaise(weightsOf(offer, lines, taken));
}

/** How many more units an offer by units needs to take something off; 0 for other offers. */
export function unitsMissing(offer: Valued, lines: readonly TermsLine[], taken: readonly Paise[]): number {
  const size = groupSize(offer);
  return size === null ? 0 : Math.max(0, size - unitsOf(offer, lines, taken).length);
}

const weightsOf = (offer: Valued, lines: readonly TermsLine[], taken: readonly Paise[]) =>
  lines.map((line, at) =>
    paise(offer.covers.includes(line.position) ? line.pricePaise * line.quantity - (taken[at] ?? 0) : 0),
  );

function share(amount: Paise, offer: Valued, lines: readonly TermsLine[], taken: readonly Paise[]): Paise[] {
  return amount === 0 ? lines.map(() => paise(0)) : allocate(amount, weightsOf(offer, lines, taken));
}

/** Units in a group; null for an offer that does not count units. */
function groupSize({ kind, buyUnits, freeUnits }: Valued): number | null {
  if (kind === "buy_x_get_y") return (buyUnits ?? 0) + (freeUnits ?? 0);
  return kind === "bundle_price" ? (buyUnits ?? 0) : null;
}

/** Lists the covered units one by one, most expensive first, without lines that another offer discounts. */
function unitsOf(offer: Valued, lines: readonly TermsLine[], taken: readonly Paise[]): number[] {
  return [...lines.entries()]
    .filter(([at, line]) => taken[at] === 0 && offer.covers.includes(line.position))
    .sort(([, a], [, b]) => b.pricePaise - a.pricePaise)
    .flatMap(([at, { quantity }]) => Array<number>(quantity).fill(at));
}

/** Groups the units, most expensive first, and sums the discounts of each full group by line. */
function byGroups(
  offer: Valued,
  lines: readonly TermsLine[],
  taken: readonly Paise[],
  discountGroup: (prices: readonly Paise[]) => readonly Paise[],
): Paise[] {
  const discounts = lines.map(() => paise(0));
  const size = groupSize(offer) ?? 0;
  const units = unitsOf(offer, lines, taken);
  for (let from = 0; size > 0 && from + size <= units.length; from += size) {
    const group = units.slice(from, from + size);
    const off = discountGroup(group.map((at) => lines[at]?.pricePaise ?? paise(0)));
    for (const [unit, at] of group.entries()) discounts[at] = paise((discounts[at] ?? 0) + (off[unit] ?? 0));
  }
  return discounts;
}
