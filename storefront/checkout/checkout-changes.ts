import type { Checkout } from "../../contract/checkout/schemas.ts";
import { keyOfProduct } from "../cart/item-key.ts";

/**
 * Lists what has changed in the checkout since the shopper saw it, one sentence each. The cart can change in other tabs and on other
 * devices, and a shopper must not pay for anything that is not shown.
 * @param money formats an amount in rupees
 */
export function changesOf(before: Checkout, now: Checkout, money: (rupees: number) => string): string[] {
  const earlier = new Map(before.products.map((item) => [keyOfProduct(item.product), item]));
  const changes: string[] = [];
  for (const { product, price, quantity } of now.products) {
    const known = earlier.get(keyOfProduct(product));
    earlier.delete(keyOfProduct(product));
    if (!known) changes.push(`${product.title} was added (Qty ${quantity}).`);
    else {
      if (known.quantity !== quantity) changes.push(`${product.title}: Qty ${known.quantity} is now ${quantity}.`);
      if (known.price !== price) changes.push(`${product.title}: ${money(known.price)} is now ${money(price)}.`);
    }
  }
  for (const { product } of earlier.values()) changes.push(`${product.title} was removed.`);
  if (before.totalPrice !== now.totalPrice)
    changes.push(`The total is now ${money(now.totalPrice)} instead of ${money(before.totalPrice)}.`);
  return changes;
}
