import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { toPaise } from "../../base/money.ts";
import { findOrder } from "../../orders/orders/find-order.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { readOffers } from "../../selling/offers/read-offers.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { destinationOf } from "../../selling/shipping/destination.ts";
import { readCartRows } from "../../shop/cart/read-cart.ts";
import { buyAgain } from "./buy-again.ts";
import { cashRulesOf, readCashFacts } from "./cash-terms.ts";
import { initPayment } from "./init-payment.ts";
import { giftWrapPrice, type orderTerms } from "./order-terms.ts";
import { placeFreeOrder } from "./place-free-order.ts";
import { toCheckout } from "./read-checkout.ts";

interface CheckoutDeps {
  payments: PaymentDeps;
  shopSettings: ShopSettingsReader;
  terms: ReturnType<typeof orderTerms>;
}

export function checkoutRoutes(app: FastifyInstance, { payments, shopSettings, terms }: CheckoutDeps): void {
  const { db } = payments;

  handle(app, endpoints.readCheckout, async ({ customer, query }) => {
    const now = new Date();
    const [items, offers, current, destination] = await Promise.all([
      readCartRows(db, customer.id),
      readOffers(db, customer.id, now),
      shopSettings.current(),
      query.pincode === undefined ? null : destinationOf(query.pincode, query.state),
    ]);
    const rules = cashRulesOf(current);
    const productIds = items.map(({ productId }) => productId);
    return {
      data: toCheckout(items, offers, {
        sellerState: current.SELLER_STATE,
        maxUnits: current.MAX_UNITS_PER_PRODUCT,
        maxPaise: toPaise(current.MAX_ORDER_RUPEES),
        shipping: await terms.shipping(current, query.pincode),
        destination,
        shippingMethod: query.shipping_method,
        cash: rules &&
          destination && {
            rules,
            facts: await readCashFacts(db, customer.id, {
              productIds,
              pincode: destination.pincode,
              mobile: query.mobile_no ?? "",
              now,
            }),
          },
        paymentMethod: query.payment_method ?? "online",
        giftWrapPaise: query.gift_wrap ? giftWrapPrice(current) : null,
        hasOtherReceiver: query.other_receiver ?? false,
        now,
      }),
    };
  });

  handle(app, endpoints.initPayment, async ({ customer, body, origin, request }) => ({
    data: await initPayment(
      payments,
      customer.id,
      await terms.request(
        body,
        body.advance === undefined ? "online" : "cash_on_delivery",
        request.headers["user-agent"],
      ),
      await terms.rules(origin, request.ip, body.address.pincode),
    ),
  }));
  handle(app, endpoints.placeFreeOrder, async ({ customer, body, origin, request }) => ({
    data: await placeFreeOrder(
      payments,
      customer.id,
      await terms.request(body, "online", request.headers["user-agent"]),
      await terms.rules(origin, request.ip, body.address.pincode),
    ),
  }));
  handle(app, endpoints.buyAgain, async ({ customer, params }) => {
    const { MAX_UNITS_PER_PRODUCT } = await shopSettings.current();
    return { data: await buyAgain(db, await findOrder(db, customer.id, params.number), MAX_UNITS_PER_PRODUCT) };
  });
}
