/** Decides which items of a cart can be bought, at which prices, and what has changed about each since it was added. */

import type { CartNotice } from "../../../contract/cart/schemas.ts";
import { type Paise, paise } from "../../base/money.ts";
import { type Line, type Price, price, type Terms } from "../../selling/pricing/price.ts";

export interface Item {
  quantity: number;
  agreedPricePaise: Paise;
  /** The discount of offers on its line; by default 0. */
  discountPaise?: Paise;
  /** The variant as it is sold now; null if it is no longer sold. */
  variant: (Omit<Line, "quantity"> & { stock: number }) | null;
}

/** @param maxUnits the owner's maximum units of one product per order */
export function availableUnits({ variant }: Item, maxUnits: number): number {
  return Math.min(variant?.stock ?? 0, maxUnits);
}

export function noticesOf(item: Item, maxUnits: number): CartNotice[] {
  if (!item.variant) return ["gone"];
  if (item.variant.stock === 0) return ["out_of_stock"];
  const notices: CartNotice[] = [];
  if (item.quantity > availableUnits(item, maxUnits)) notices.push("too_many");
  if (item.variant.pricePaise > item.agreedPricePaise) notices.push("price_rose");
  if (item.variant.pricePaise < item.agreedPricePaise) notices.push("price_fell");
  return notices;
}

/** Prices the items that are in stock. */
export function priceCart<I extends Item>(items: readonly I[], terms?: Terms): Price<Line & { item: I }> {
  return price(
    items.flatMap((item) => (item.variant && item.variant.stock > 0 ? [lineOf(item, item.variant)] : [])),
    terms,
  );
}

const lineOf = <I extends Item>(item: I, { pricePaise, originalPricePaise, gstPercent }: Omit<Line, "quantity">) => ({
  quantity: item.quantity,
  pricePaise,
  originalPricePaise,
  gstPercent,
  discountPaise: item.discountPaise ?? paise(0),
  item,
});

/** Whether a cart can be paid as it is. A lower price needs no consent. */
export function isPayable(items: readonly Item[], maxUnits: number): boolean {
  return items.every((item) => noticesOf(item, maxUnits).every((notice) => notice === "price_fell"));
}
