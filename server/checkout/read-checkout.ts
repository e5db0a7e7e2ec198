import type { Checkout } from "../../contract/checkout/schemas.ts";
import { type CartRow, toCart } from "../cart/read-cart.ts";
import { SHIPPING_PAISE } from "../pricing/order-totals.ts";

/** What would be bought now. What cannot be had is left out; then the cart is not settled. */
export function toCheckout(rows: readonly CartRow[], maxUnits: number): Checkout {
  const { data, totalPrice, totalDiscount, settled } = toCart(rows, {
    page: 1,
    perPage: Math.max(1, rows.length),
    forCount: false,
    maxUnits,
  });
  return {
    products: data
      .filter(({ max }) => max > 0)
      .map(({ product, quantity }) => ({ product, price: product.price, quantity })),
    totalPrice: totalPrice + SHIPPING_PAISE / 100,
    totalDiscount,
    shipping: SHIPPING_PAISE / 100,
    settled,
  };
}
