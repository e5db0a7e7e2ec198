import { type Paise, paise } from "../../base/money.ts";
import type { OrderTerms } from "../../platform/database/schema.ts";
import { type Line, type Price, price, type Terms } from "../pricing/price.ts";
import { shippingPrice } from "../shipping/shipping-rules.ts";
import { type CombinedOffer, combineOffers } from "./combine-offers.ts";
import type { TermsLine } from "./discounts.ts";

/**
 * Prices lines by the terms of an order as a checkout prices a cart: offers, then shipping for what the goods cost after them. All lines of
 * an order cost what the order did; some of them cost what they would have cost alone.
 * @param lines by their positions in the order, without free samples
 */
export function priceByTerms<L extends Line & TermsLine>(
  lines: readonly L[],
  { offers, shipping, grams }: OrderTerms,
  { withinState = false, feesPaise = paise(0) }: Omit<Terms, "shippingPaise"> = {},
): Price<L> & { applied: CombinedOffer[] } {
  const discounted = (discounts: readonly Paise[]) =>
    lines.map((line, at) => ({ ...line, discountPaise: discounts[at] ?? paise(0) }));
  const goodsPaise = price(discounted(combineOffers(lines, offers, paise(0)).discounts)).totalPaise;
  const shippingPaise = shippingPrice(shipping, { goodsPaise, grams: gramsOf(lines, grams) });
  const { applied, discounts, freeShipping } = combineOffers(lines, offers, shippingPaise);
  const charged = freeShipping ? paise(0) : shippingPaise;
  return { ...price(discounted(discounts), { withinState, feesPaise, shippingPaise: charged }), applied };
}

const gramsOf = (lines: readonly TermsLine[], grams: readonly number[]) =>
  lines.reduce((sum, { position, quantity }) => sum + (grams[position] ?? 0) * quantity, 0);
