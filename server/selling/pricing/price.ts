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
  /** Whether the total is rounded down to whole rupees, as couriers collect them: a discount. */
  wholeRupees?: boolean;
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
  /** The discount below MRP, by offers, and by rounding. */
  discountPaise: Paise;
  /** The part of the discount that rounds the total down. */
  roundingPaise: Paise;
  shippingPaise: Paise;
  feesPaise: Paise;
  totalPaise: Paise;
}

/** @throws Error for a discount below 0 or above its line's value */
export function price<L extends Line>(lines: readonly L[], terms: Terms = {}): Price<L> {
  const { withinState = false, wholeRupees = false } = terms;
  const isEmpty = lines.length === 0;
  const feesPaise = isEmpty ? paise(0) : (terms.feesPaise ?? paise(0));

  const values = lines.map(({ pricePaise, quantity }) => paise(pricePaise * quantity));
  const subtotalPaise = sumPaise(lines.map((line) => paise(mrpOf(line) * line.quantity)));
  const left = lines.map(({ discountPaise = paise(0) }, at) => {
    const value = values[at] ?? paise(0);
    if (discountPaise < 0 || discountPaise > value) throw new Error(`${discountPaise} paise off a line of ${value}`);
    return paise(value - discountPaise);
  });
  const fullShippingPaise = isEmpty ? paise(0) : (terms.shippingPaise ?? paise(0));
  const leftPaise = sumPaise(left);
  const abovePaise = wholeRupees ? (leftPaise + fullShippingPaise + feesPaise) % 100 : 0;
  const roundingPaise = paise(Math.min(abovePaise, leftPaise));
  // Goods that cost nothing cannot cost less.
  const shippingPaise = paise(Math.max(0, fullShippingPaise - (abovePaise - roundingPaise)));
  const rounding = roundingPaise === 0 ? left.map(() => paise(0)) : allocate(roundingPaise, left);

  // GST law taxes shipping and fees like the goods, so lines share them.
  const charges = isEmpty ? [] : allocate(paise(shippingPaise + feesPaise), values);
  const priced = lines.map((line, at) => {
    const lineShippingPaise = charges[at] ?? paise(0);
    const goodsPaise = paise((left[at] ?? 0) - (rounding[at] ?? 0));
    const totalPaise = paise(goodsPaise + lineShippingPaise);
    return {
      ...line,
      discountPaise: paise((values[at] ?? 0) - goodsPaise),
      shippingPaise: lineShippingPaise,
      totalPaise,
      ...taxWithin(totalPaise, { gstPercent: line.gstPercent, withinState }),
    };
  });
  return {
    lines: priced,
    subtotalPaise,
    discountPaise: paise(subtotalPaise - leftPaise + roundingPaise),
    roundingPaise,
    shippingPaise,
    feesPaise,
    totalPaise: sumPaise(priced.map(({ totalPaise }) => totalPaise)),
  };
}

/** Returns the MRP of one unit. An original price that is not above the price is ignored. */
export function mrpOf({ pricePaise, originalPricePaise }: Pick<Line, "pricePaise" | "originalPricePaise">): Paise {
  return originalPricePaise !== null && originalPricePaise > pricePaise ? originalPricePaise : pricePaise;
}
