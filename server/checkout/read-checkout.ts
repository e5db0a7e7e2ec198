import type { Checkout } from "../../contract/checkout/schemas.ts";
import { isPayable, priceCart } from "../cart/availability.ts";
import { type CartRow, toProduct } from "../cart/read-cart.ts";
import { toRupees } from "../money.ts";

/** What the customer would buy now: the items in stock. */
export function toCheckout(rows: readonly CartRow[], maxUnits: number): Checkout {
  const { lines, totalPaise, discountPaise, shippingPaise } = priceCart(rows);
  return {
    products: lines.map(({ item, pricePaise, quantity }) => ({
      product: toProduct(item),
      price: toRupees(pricePaise),
      quantity,
    })),
    totalPrice: toRupees(totalPaise),
    totalDiscount: toRupees(discountPaise),
    shipping: toRupees(shippingPaise),
    payable: isPayable(rows, maxUnits),
  };
}
