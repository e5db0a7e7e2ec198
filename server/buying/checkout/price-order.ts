/** What is ordered, and what it costs: of the cart, or of a draft order. */

import type { FieldError } from "../../../contract/errors.ts";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { ApiError } from "../../base/errors.ts";
import { paise } from "../../base/money.ts";
import type { OfferInput } from "../../selling/offers/apply-offers.ts";
import { isWithinState } from "../../selling/pricing/place-of-supply.ts";
import { toOption } from "../../selling/shipping/shipping-rules.ts";
import { noticesOf } from "../../shop/cart/availability.ts";
import { priceWithOffers } from "../../shop/cart/cart-offers.ts";
import { quantityProblem } from "../../shop/cart/quantity-limit.ts";
import type { CartRow } from "../../shop/cart/read-cart.ts";
import { couriersFor, requireShippingMethod, shippingMethodsOf } from "./choose-shipping.ts";
import { toOrderGift, wrapFee } from "./gift-terms.ts";
import type { OrderContent } from "./order-content.ts";
import type { OrderRules, RequestedOrder } from "./requested-order.ts";
import { sampleItems } from "./sample-items.ts";

/** @throws ApiError (422) without items, (409) if one cannot be ordered */
export function requirePayableCart(rows: readonly CartRow[], maxUnits: number): void {
  if (rows.length === 0) throw ApiError.ofField("cart", "Your cart is empty.", "cart_empty");
  const errors: FieldError[] = [];
  for (const row of rows) {
    const message = problemOf(row, maxUnits);
    if (message) errors.push({ field: `cart.${row.productId}`, message: `${row.title}: ${message}` });
  }
  if (errors.length > 0)
    throw new ApiError("cart_changed", "Something in your cart has changed. Please review it before you pay.", errors);
}

/** @returns why an item cannot be ordered; null if it can */
function problemOf(row: CartRow, maxUnits: number): string | null {
  if (!row.variant) return "This product is no longer available.";
  const tooMany = quantityProblem({ requested: row.quantity, inCart: 0, stock: row.variant.stock, maxUnits });
  if (tooMany) return tooMany;
  return noticesOf(row, maxUnits).includes("price_rose") ? "The price has gone up." : null;
}

/**
 * Prices an order placed now.
 * @param rows of a payable cart: every product is sold
 */
export function toOrderContent(
  rows: readonly CartRow[],
  offers: OfferInput,
  { addresses, shippingMethod, paymentMethod, ...requested }: RequestedOrder,
  { seller, shipping, cash, giftWrapPaise, now }: OrderRules,
): OrderContent {
  const goods = priceWithOffers(rows, offers);
  const methods = shippingMethodsOf(goods, shipping, addresses.shipping);
  const chosen = requireShippingMethod(methods, shippingMethod, addresses.shipping);
  const gift = toOrderGift(requested.gift, giftWrapPaise);
  const isCash = termsOf({ paymentMethod }).courierCollects;
  const terms = {
    withinState: isWithinState(seller.state, addresses.shipping.state),
    shippingPaise: chosen.pricePaise,
    feesPaise: paise((isCash ? (cash?.feePaise ?? 0) : 0) + wrapFee(gift)),
    wholeRupees: isCash,
  };
  const { lines, decision, ...totals } = priceWithOffers(rows, offers, terms);
  const bought = lines.map(
    ({ item: { productId, variantId, title, label, image, variant }, totalPaise: _, ...line }, position) => {
      if (!variant) throw new Error("a size that is no longer sold was ordered");
      return { ...line, position, productId, variantId, label, sku: variant.sku, hsn: variant.hsn, title, image };
    },
  );
  return {
    items: [...bought, ...sampleItems(decision, bought.length)],
    goodsPaise: goods.totalPaise,
    totals,
    terms,
    decision,
    orderTerms: {
      offers: decision.terms,
      shipping: chosen.bands,
      grams: lines.map(({ item }) => item.variant?.weightGrams ?? 0),
    },
    addresses,
    gift,
    paymentMethod,
    couriers: couriersFor(goods, shipping),
    shipping: {
      shippingMethod: chosen.method.code,
      shippingMethodName: chosen.method.name,
      deliverBy: toOption(chosen, shipping.calendar, now).latest,
    },
  };
}
