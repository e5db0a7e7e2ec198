import { type IncludedTax, taxWithin } from "./tax.ts";

/** What an order costs. All amounts are paise, tax included. */

/** Free all over India (S2.190). */
export const SHIPPING_PAISE = 0;

export interface PricedProduct {
  quantity: number;
  pricePaise: number;
  /** MRP before the discount; null when it is sold at its MRP. */
  originalPricePaise: number | null;
  gstPercent: number;
}

export interface OrderAmounts {
  /** At the prices before discount. */
  subtotalPaise: number;
  discountPaise: number;
  shippingPaise: number;
  totalPaise: number;
}

/** The amounts of an order: subtotal − discount + shipping = total (R16). */
export function priceOrder(items: readonly PricedProduct[]): OrderAmounts {
  let subtotalPaise = 0;
  let discountPaise = 0;
  for (const { quantity, pricePaise, originalPricePaise } of items) {
    const before = Math.max(pricePaise, originalPricePaise ?? pricePaise);
    subtotalPaise += before * quantity;
    discountPaise += (before - pricePaise) * quantity;
  }
  return {
    subtotalPaise,
    discountPaise,
    shippingPaise: SHIPPING_PAISE,
    totalPaise: subtotalPaise - discountPaise + SHIPPING_PAISE,
  };
}

/** The tax within one line of an order. */
export function taxOfLine({ quantity, pricePaise, gstPercent }: PricedProduct, withinState: boolean): IncludedTax {
  return taxWithin(pricePaise * quantity, { gstPercent, withinState });
}
