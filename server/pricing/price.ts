import { type Paise, paise, sumPaise } from "../money.ts";
import { allocate } from "./allocate.ts";
import { type IncludedTax, taxWithin } from "./tax.ts";

/** Prices carts, checkouts and orders. Prices include GST. */

/** Shipping is free within India. */
const SHIPPING_PAISE = paise(0);

export interface Line {
  quantity: number;
  pricePaise: Paise;
  /** MRP before the discount; null if the product is sold at its MRP. */
  originalPricePaise: Paise | null;
  gstPercent: number;
}

/** An amount off the whole order. The shop has no offers yet. */
export interface Offer {
  discountPaise: Paise;
}

export interface Terms {
  /** Whether seller and buyer are in the same state, so that CGST and SGST are due instead of IGST. Totals do not depend on it. */
  withinState?: boolean;
  offers?: readonly Offer[];
  shippingPaise?: Paise;
  /** Such as the fee for cash on delivery. */
  feesPaise?: Paise;
}

/** A line's totals, with its share of offers, shipping and fees, and the tax included. */
export interface LineTotal extends IncludedTax {
  totalPaise: Paise;
}

/** The lines' totals add up to the total, and so does subtotal − discount + shipping + fees. */
export interface Price<L extends Line> {
  lines: (L & LineTotal)[];
  /** At original prices. */
  subtotalPaise: Paise;
  discountPaise: Paise;
  shippingPaise: Paise;
  feesPaise: Paise;
  totalPaise: Paise;
}

export function price<L extends Line>(lines: readonly L[], terms: Terms = {}): Price<L> {
  const { withinState = false, offers = [] } = terms;
  const isEmpty = lines.length === 0;
  const shippingPaise = isEmpty ? paise(0) : (terms.shippingPaise ?? SHIPPING_PAISE);
  const feesPaise = isEmpty ? paise(0) : (terms.feesPaise ?? paise(0));

  const values = lines.map(({ pricePaise, quantity }) => paise(pricePaise * quantity));
  const goodsPaise = sumPaise(values);
  const subtotalPaise = sumPaise(lines.map((line) => paise(mrpOf(line) * line.quantity)));
  const offerPaise = Math.min(sumPaise(offers.map(({ discountPaise }) => discountPaise)), goodsPaise);

  // GST law taxes shipping and fees like the goods, so lines share them as they share offers.
  const discounts = isEmpty ? [] : allocate(paise(offerPaise), values);
  const charges = isEmpty ? [] : allocate(paise(shippingPaise + feesPaise), values);
  const priced = lines.map((line, at) => {
    const totalPaise = paise((values[at] ?? 0) - (discounts[at] ?? 0) + (charges[at] ?? 0));
    return { ...line, totalPaise, ...taxWithin(totalPaise, { gstPercent: line.gstPercent, withinState }) };
  });
  return {
    lines: priced,
    subtotalPaise,
    discountPaise: paise(subtotalPaise - goodsPaise + offerPaise),
    shippingPaise,
    feesPaise,
    totalPaise: sumPaise(priced.map(({ totalPaise }) => totalPaise)),
  };
}

/** The MRP of one unit. An original price that is not above the price is ignored. */
export function mrpOf({ pricePaise, originalPricePaise }: Pick<Line, "pricePaise" | "originalPricePaise">): Paise {
  return originalPricePaise !== null && originalPricePaise > pricePaise ? originalPricePaise : pricePaise;
}
