/** Prices carts, checkouts and orders. Prices include GST. */

import { type Paise, paise, sumPaise } from "../../base/money.ts";
import { allocate } from "./allocate.ts";
import { type IncludedTax, taxWithin } from "./tax.ts";

export interface Line {
  quantity: number;
  pricePaise: Paise;
  /** MRP before the discount; null if the product is sold at its MRP. */
  originalPricePaise: Paise | null;
  gstPercent: number;
  /** What offers take off the whole line, at most price × quantity; by default 0. */
  discountPaise?: Paise;
}

export interface Terms {
  /** Whether seller and buyer are in the same state, so that CGST and SGST are due instead of IGST. Totals do not depend on it. */
  withinState?: boolean;
  shippingPaise?: Paise;
  /** For example the fee for cash on delivery. */
  feesPaise?: Paise;
}

/** A line's totals: price × quantity − discount + shipping = total, with the tax included. */
export interface LineTotal extends IncludedTax {
  discountPaise: Paise;
  /** Its share of shipping and fees. */
  shippingPaise: Paise;
  totalPaise: Paise;
}

/** The lines' totals add up to the total, and so does subtotal − discount + shipping + fees. */
export interface Price<L extends Line> {
  lines: (L & LineTotal)[];
  /** The sum at MRP. */
  subtotalPaise: Paise;
  /** The discount below MRP, and by offers. */
  discountPaise: Paise;
  shippingPaise: Paise;
  feesPaise: Paise;
  totalPaise: Paise;
}

/** @throws Error for a discount below 0 or above its line's value */
export function price<L extends Line>(lines: readonly L[], terms: Terms = {}): Price<L> {
  const { withinState = false } = terms;
  const isEmpty = lines.length === 0;
  const shippingPaise = isEmpty ? paise(0) : (terms.shippingPaise ?? paise(0));
  const feesPaise = isEmpty ? paise(0) : (terms.feesPaise ?? paise(0));

  const values = lines.map(({ pricePaise, quantity }) => paise(pricePaise * quantity));
  const goodsPaise = sumPaise(values);
  const subtotalPaise = sumPaise(lines.map((line) => paise(mrpOf(line) * line.quantity)));

  // GST law taxes shipping and fees like the goods, so lines share them.
  const charges = isEmpty ? [] : allocate(paise(shippingPaise + feesPaise), values);
  const priced = lines.map((line, at) => {
    const value = values[at] ?? paise(0);
    const { discountPaise = paise(0), gstPercent } = line;
    if (discountPaise < 0 || discountPaise > value) throw new Error(`${discountPaise} paise off a line of ${value}`);
    const lineShippingPaise = charges[at] ?? paise(0);
    const totalPaise = paise(value - discountPaise + lineShippingPaise);
    const tax = taxWithin(totalPaise, { gstPercent, withinState });
    return { ...line, discountPaise, shippingPaise: lineShippingPaise, totalPaise, ...tax };
  });
  const offersPaise = sumPaise(priced.map(({ discountPaise }) => discountPaise));
  return {
    lines: priced,
    subtotalPaise,
    discountPaise: paise(subtotalPaise - goodsPaise + offersPaise),
    shippingPaise,
    feesPaise,
    totalPaise: sumPaise(priced.map(({ totalPaise }) => totalPaise)),
  };
}

/** Returns the MRP of one unit. An original price that is not above the price is ignored. */
export function mrpOf({ pricePaise, originalPricePaise }: Pick<Line, "pricePaise" | "originalPricePaise">): Paise {
  return originalPricePaise !== null && originalPricePaise > pricePaise ? originalPricePaise : pricePaise;
}
