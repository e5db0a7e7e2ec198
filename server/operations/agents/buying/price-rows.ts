/** What items cost with offers and shipping, by the functions of the checkout. Pure. */

import type { PaymentMethod } from "../../../../contract/orders/schemas.ts";
import { type Paise, paise } from "../../../base/money.ts";
import { shippingMethodsOf } from "../../../buying/checkout/choose-shipping.ts";
import { toOrderContent } from "../../../buying/checkout/price-order.ts";
import type { OrderRules } from "../../../buying/checkout/requested-order.ts";
import type { PostalAddress } from "../../../platform/database/schema.ts";
import type { OfferDecision, OfferInput } from "../../../selling/offers/apply-offers.ts";
import type { Line, Price } from "../../../selling/pricing/price.ts";
import type { MethodRate } from "../../../selling/shipping/shipping-rules.ts";
import { priceWithOffers } from "../../../shop/cart/cart-offers.ts";
import type { CartRow } from "../../../shop/cart/read-cart.ts";
import type { AgentOffer, AgentTotals } from "./agent-session.ts";

interface Choice {
  /** Null while it is unknown. */
  destination: PostalAddress | null;
  /** The code of a shipping method; without one, or for one that does not serve the destination, the first counts. */
  optionId: string | null;
  paymentMethod: PaymentMethod;
}

export interface PricedRows {
  priced: ReturnType<typeof priceWithOffers<CartRow>>;
  totals: AgentTotals;
  offers: AgentOffer[];
  /** The shipping methods of the destination, each with what it costs without offers, and what an offer takes off it. */
  methods: { rate: MethodRate; price: Paise; discount: Paise }[];
  /** The method in the totals; null while there is none. */
  method: MethodRate | null;
}

/** @param rows that can be ordered, as many as are in stock */
export function priceRows(
  rows: readonly CartRow[],
  offers: OfferInput,
  { destination, optionId, paymentMethod }: Choice,
  rules: OrderRules,
): PricedRows {
  const price = (rate: MethodRate | null) => {
    if (!rate || !destination) return priceWithOffers(rows, offers);
    const requested = {
      addresses: { shipping: destination, billing: destination },
      shippingMethod: rate.method.code,
      paymentMethod,
    };
    return priceWithOffers(rows, offers, toOrderContent(rows, offers, requested, rules).terms);
  };
  const goods = price(null);
  const rates = destination && rows.length > 0 ? shippingMethodsOf(goods, rules.shipping, destination) : [];
  const method = rates.find((rate) => rate.method.code === optionId) ?? rates[0] ?? null;
  const priced = method ? price(method) : goods;
  return {
    priced,
    totals: toAgentTotals(priced, priced.decision, method?.pricePaise ?? null),
    offers: toAgentOffers(priced.decision, method?.pricePaise ?? paise(0)),
    methods: rates.map((rate) => {
      const { shippingPaise, decision } = rate === method ? priced : price(rate);
      const discount = decision.freeShipping ? rate.pricePaise : paise(0);
      return { rate, price: paise(shippingPaise + discount), discount };
    }),
    method,
  };
}

/** @param shippingPaise what shipping costs without offers; null while it is unknown */
export function toAgentTotals(
  { shippingPaise: paid, feesPaise, roundingPaise, totalPaise }: Omit<Price<Line>, "lines">,
  { freeShipping }: Pick<OfferDecision, "freeShipping">,
  shippingPaise: Paise | null,
): AgentTotals {
  const shippingDiscount = freeShipping && shippingPaise !== null ? shippingPaise : paise(0);
  return {
    shipping: shippingPaise === null ? null : paise(paid + shippingDiscount),
    shippingDiscount,
    fees: feesPaise,
    rounding: roundingPaise,
    total: totalPaise,
  };
}

/** @param shippingPaise what shipping costs without offers */
export const toAgentOffers = ({ applied }: OfferDecision, shippingPaise: Paise): AgentOffer[] =>
  applied.map(({ name, kind, code, discounts }) => ({
    ...{ name, code, discounts },
    shippingDiscount: kind === "free_shipping" ? shippingPaise : paise(0),
  }));
