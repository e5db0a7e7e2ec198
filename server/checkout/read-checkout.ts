import type { Checkout } from "../../contract/checkout/schemas.ts";
import { isPayable } from "../cart/availability.ts";
import { priceWithOffers, toOffers } from "../cart/cart-offers.ts";
import { type CartRow, toProduct } from "../cart/read-cart.ts";
import { toRupees } from "../money.ts";
import type { OfferInput } from "../offers/apply-offers.ts";
import { type Destination, toOption } from "../shipping/shipping-rules.ts";
import { type ShippingTerms, shippingMethodsOf } from "./choose-shipping.ts";

interface CheckoutTerms {
  maxUnits: number;
  shipping: ShippingTerms;
  /** Null while it is unknown. */
  destination: Destination | null;
  /** The code of the chosen method; the default if it is missing or not available. */
  shippingMethod: string | undefined;
  now: Date;
}

/** What the customer would buy now: the items in stock, shipped by the chosen method. */
export function toCheckout(
  rows: readonly CartRow[],
  offers: OfferInput,
  { maxUnits, shipping, destination, shippingMethod, now }: CheckoutTerms,
): Checkout {
  const methods = shippingMethodsOf(rows, shipping, destination);
  const chosen = methods.find(({ method }) => method.code === shippingMethod) ?? methods[0];
  const { lines, totalPaise, discountPaise, shippingPaise, decision } = priceWithOffers(
    rows,
    offers,
    chosen && { shippingPaise: chosen.pricePaise },
  );
  return {
    products: lines.map(({ item, pricePaise, quantity }) => ({
      product: toProduct(item),
      price: toRupees(pricePaise),
      quantity,
    })),
    totalPrice: toRupees(totalPaise),
    totalDiscount: toRupees(discountPaise),
    shipping: toRupees(shippingPaise),
    shippingMethods: destination ? methods.map((method) => toOption(method, shipping.calendar, now)) : [],
    shippingMethod: chosen?.method.code ?? null,
    ...toOffers(decision),
    payable: isPayable(rows, maxUnits),
  };
}
