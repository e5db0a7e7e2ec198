import type { Checkout } from "../../../contract/checkout/schemas.ts";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import type { PaymentMethod } from "../../../contract/orders/schemas.ts";
import { type Paise, paise, sumPaise, toRupees } from "../../base/money.ts";
import type { OfferInput } from "../../selling/offers/apply-offers.ts";
import { totalProblem } from "../../selling/pricing/order-total.ts";
import { isWithinState } from "../../selling/pricing/place-of-supply.ts";
import { type Destination, toOption } from "../../selling/shipping/shipping-rules.ts";
import { isPayable } from "../../shop/cart/availability.ts";
import { priceWithOffers, toOffers, toUnavailable } from "../../shop/cart/cart-offers.ts";
import { type CartRow, toProduct } from "../../shop/cart/read-cart.ts";
import { type CashFacts, type CashRules, cashOffer } from "./cash-terms.ts";
import { couriersFor, type ShippingTerms, shippingMethodsOf } from "./choose-shipping.ts";

interface CheckoutTerms {
  maxUnits: number;
  /** The owner's maximum of an order. */
  maxPaise: Paise;
  shipping: ShippingTerms;
  sellerState: string;
  /** Null while it is unknown. */
  destination: Destination | null;
  /** The code of the chosen method; by default, or if it is not available, the first one. */
  shippingMethod: string | undefined;
  /** Null if the shop does not offer cash on delivery, or the destination is unknown. */
  cash: { rules: CashRules; facts: CashFacts } | null;
  paymentMethod: PaymentMethod;
  /** The price of gift wrap; null if it is not chosen or not offered. */
  giftWrapPaise: Paise | null;
  /** Whether the parcel goes to another person, as a gift. */
  hasOtherReceiver: boolean;
  now: Date;
}

/** Returns what the customer would buy now: the items in stock, shipped by the chosen method. */
export function toCheckout(
  rows: readonly CartRow[],
  offers: OfferInput,
  {
    maxUnits,
    maxPaise,
    shipping,
    sellerState,
    destination,
    shippingMethod,
    cash,
    paymentMethod,
    giftWrapPaise,
    hasOtherReceiver,
    now,
  }: CheckoutTerms,
): Checkout {
  const goods = priceWithOffers(rows, offers);
  const methods = shippingMethodsOf(goods, shipping, destination);
  const chosen = methods.find(({ method }) => method.code === shippingMethod) ?? methods[0];
  const priceFor = (cashRules: CashRules | null) =>
    priceWithOffers(rows, offers, {
      ...(chosen && { shippingPaise: chosen.pricePaise }),
      feesPaise: paise((cashRules?.feePaise ?? 0) + (giftWrapPaise ?? 0)),
      wholeRupees: cashRules !== null,
      withinState: isWithinState(sellerState, destination?.state ?? ""),
    });
  const online = priceFor(null);
  const isFree = online.totalPaise === 0;
  const withCash =
    cash && destination && !isFree ? { ...cash, price: priceFor(cash.rules), pincode: destination.pincode } : null;
  const offer =
    withCash &&
    cashOffer(withCash.rules, withCash.facts, {
      pincode: withCash.pincode,
      goodsPaise: goods.totalPaise,
      totalPaise: withCash.price.totalPaise,
      hasOtherReceiver,
      couriers: couriersFor(goods, shipping),
    });
  const paysCash = termsOf({ paymentMethod }).courierCollects && offer?.problem === null;
  const { lines, totalPaise, discountPaise, roundingPaise, shippingPaise, feesPaise, decision } =
    paysCash && withCash ? withCash.price : online;
  return {
    products: lines.map(({ item, pricePaise, quantity }) => ({
      product: toProduct(item),
      price: toRupees(pricePaise),
      quantity,
    })),
    samples: (decision.samples?.chosen ?? []).map(({ variantId, title, label, image }) => ({
      variant_id: String(variantId),
      title,
      size: label,
      images: image ? [image] : [],
    })),
    unavailableSamples: (decision.samples?.unavailable ?? []).map(toUnavailable),
    totalPrice: toRupees(totalPaise),
    tax: toRupees(sumPaise(lines.map((line) => paise(line.totalPaise - line.taxablePaise)))),
    totalDiscount: toRupees(discountPaise),
    rounding: toRupees(roundingPaise),
    shipping: toRupees(shippingPaise),
    shippingMethods: destination ? methods.map((method) => toOption(method, shipping.calendar, now)) : [],
    shippingMethod: chosen?.method.code ?? null,
    ...toOffers(decision),
    fees: toRupees(feesPaise),
    giftWrap: giftWrapPaise === null ? null : toRupees(giftWrapPaise),
    paymentMethod: paysCash ? paymentMethod : "online",
    cashOnDelivery: withCash &&
      offer && {
        fee: toRupees(withCash.rules.feePaise),
        problem: offer.problem,
        advance:
          offer.problem === null && offer.advancePaise > 0
            ? {
                now: toRupees(offer.advancePaise),
                onDelivery: toRupees(paise(withCash.price.totalPaise - offer.advancePaise)),
              }
            : null,
      },
    payable: isPayable(rows, maxUnits),
    totalProblem: totalProblem(totalPaise, maxPaise),
  };
}
