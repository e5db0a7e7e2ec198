import { paise, sumPaise } from "../../base/money.ts";
import type { OrderTerms, TermsLine } from "../../platform/database/schema.ts";
import { type Line, type Price, price, type Terms } from "../pricing/price.ts";
import { shippingPrice } from "../shipping/shipping-rules.ts";
import { type CombinedOffer, combineOffers } from "./combine-offers.ts";

type Priced<L extends Line> = Price<L> & { applied: CombinedOffer[] };
type Charges = Omit<Terms, "shippingPaise">;

/**
 * Prices lines by the terms of an order as a checkout prices a cart: offers, then shipping for what the goods cost after them. All lines of
 * an order cost what the order did; some of them cost what they would have cost alone, or with the units that still earn its offers, if that
 * is less.
 * @param lines by their positions in the order, without free samples
 */
export function priceByTerms<L extends Line & TermsLine>(
  lines: readonly L[],
  terms: OrderTerms,
  charges: Charges = {},
): Priced<L> {
  const alone = priceWith(lines, [], terms, charges);
  if (!terms.earning || lines.length === 0) return alone;
  const earned = priceWith(lines, terms.earning, terms, charges);
  return earned.totalPaise < alone.totalPaise ? earned : alone;
}

/** Prices lines with their share in what offers take off them and further units together. */
function priceWith<L extends Line & TermsLine>(
  lines: readonly L[],
  further: readonly TermsLine[],
  { offers, shipping, grams }: OrderTerms,
  charges: Charges,
): Priced<L> {
  const all = withUnits(lines, further);
  const goodsPaise = paise(goodsValue(all) - sumPaise(combineOffers(all, offers, paise(0)).discounts));
  const shippingPaise = shippingPrice(shipping, { goodsPaise, grams: gramsOf(lines, grams) });
  const { applied, freeShipping } = combineOffers(all, offers, shippingPaise);
  const ofLines = applied.map(({ offer, discounts }) => ({
    offer,
    discounts: lines.map(({ quantity }, at) =>
      paise(Math.floor(((discounts[at] ?? 0) * quantity) / (all[at]?.quantity ?? quantity))),
    ),
  }));
  const discounted = lines.map((line, at) => ({
    ...line,
    discountPaise: sumPaise(ofLines.map(({ discounts }) => discounts[at] ?? paise(0))),
  }));
  const charged = freeShipping ? paise(0) : shippingPaise;
  return { ...price(discounted, { ...charges, shippingPaise: charged }), applied: ofLines };
}

/** Adds units to lines, by position; those of other positions are lines after them. */
export function withUnits(lines: readonly TermsLine[], further: readonly TermsLine[]): TermsLine[] {
  const unitsAt = (at: number) => further.find(({ position }) => position === at)?.quantity ?? 0;
  return [
    ...lines.map((line) => ({ ...line, quantity: line.quantity + unitsAt(line.position) })),
    ...further.filter(({ position }) => !lines.some((line) => line.position === position)),
  ];
}

const goodsValue = (lines: readonly TermsLine[]) =>
  lines.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0);

const gramsOf = (lines: readonly TermsLine[], grams: readonly number[]) =>
  lines.reduce((sum, { position, quantity }) => sum + (grams[position] ?? 0) * quantity, 0);
