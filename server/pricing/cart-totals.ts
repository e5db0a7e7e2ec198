import type { CartNotice } from "../../contract/cart/schemas.ts";

/** What an item costs, how many pieces of it can be had, and what has changed about it. All amounts are paise. */

export interface PricedItem {
  quantity: number;
  agreedPricePaise: number;
  /** The product as it is now; null when it is no longer sold. */
  product: { pricePaise: number; originalPricePaise: number | null; stock: number } | null;
}

export interface CartAmounts {
  /** The sum of price × quantity. */
  totalPricePaise: number;
  /** The sum of (original price - price) × quantity (R16). */
  totalDiscountPaise: number;
  /** Whether it can be paid as it is. A price that fell is told, and stands in nobody's way. */
  settled: boolean;
}

/** @param mostPieces the owner's maximum for an order */
export function availableUnits({ product }: PricedItem, maxUnits: number): number {
  return Math.min(product?.stock ?? 0, maxUnits);
}

/** What one piece costs now; of a product that is no longer sold, what it cost. */
export function pricePaiseOf({ product, agreedPricePaise }: PricedItem): number {
  return product?.pricePaise ?? agreedPricePaise;
}

/** What the customer has to be told of an item; nothing when all is as it was. */
export function noticesOf(item: PricedItem, maxUnits: number): CartNotice[] {
  if (!item.product) return ["gone"];
  if (item.product.stock === 0) return ["out_of_stock"];
  const notices: CartNotice[] = [];
  if (item.quantity > availableUnits(item, maxUnits)) notices.push("too_many");
  if (item.product.pricePaise > item.agreedPricePaise) notices.push("price_rose");
  if (item.product.pricePaise < item.agreedPricePaise) notices.push("price_fell");
  return notices;
}

/** The amounts of a whole cart. What cannot be had at all is in none of them. */
export function priceCart(items: readonly PricedItem[], maxUnits: number): CartAmounts {
  const amounts: CartAmounts = { totalPricePaise: 0, totalDiscountPaise: 0, settled: true };
  for (const item of items) {
    if (noticesOf(item, maxUnits).some((notice) => notice !== "price_fell")) amounts.settled = false;
    if (!item.product || item.product.stock === 0) continue;
    const { pricePaise, originalPricePaise } = item.product;
    amounts.totalPricePaise += pricePaise * item.quantity;
    amounts.totalDiscountPaise += Math.max(0, (originalPricePaise ?? pricePaise) - pricePaise) * item.quantity;
  }
  return amounts;
}
