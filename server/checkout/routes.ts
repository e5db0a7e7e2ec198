import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { createCartReader } from "../cart/read-cart.ts";
import type { DeploymentSettings, ShopSettings } from "../config.ts";
import { handle } from "../http/endpoints.ts";
import { toPaise } from "../money.ts";
import { createOffersReader } from "../offers/read-offers.ts";
import { findOrder } from "../orders/find-order.ts";
import { sellerOf } from "../orders/seller.ts";
import type { PaymentDeps } from "../payments/payment-deps.ts";
import type { ShopSettingsReader } from "../settings/shop-settings.ts";
import { destinationOf } from "../shipping/destination.ts";
import type { ShippingReader } from "../shipping/shipping-reader.ts";
import { calendarOf } from "../shipping/shipping-rules.ts";
import { buyAgain } from "./buy-again.ts";
import type { ShippingTerms } from "./choose-shipping.ts";
import { initPayment } from "./init-payment.ts";
import { toCheckout } from "./read-checkout.ts";

interface CheckoutDeps {
  payments: PaymentDeps;
  settings: DeploymentSettings;
  shopSettings: ShopSettingsReader;
  shipping: ShippingReader;
}

export function checkoutRoutes(
  app: FastifyInstance,
  { payments, settings, shopSettings, shipping }: CheckoutDeps,
): void {
  const { db } = payments;
  const readItems = createCartReader(db);
  const readOffersOf = createOffersReader(db);
  const shippingTerms = async (current: ShopSettings): Promise<ShippingTerms> => {
    const rules = await shipping.current();
    return { rules, calendar: calendarOf(rules, current) };
  };

  handle(app, endpoints.readCheckout, async ({ customer, query }) => {
    const [items, offers, current, destination] = await Promise.all([
      readItems(customer.id),
      readOffersOf(customer.id, new Date()),
      shopSettings.current(),
      query.pincode === undefined ? null : destinationOf(query.pincode, query.state),
    ]);
    return {
      data: toCheckout(items, offers, {
        maxUnits: current.MAX_UNITS_PER_PRODUCT,
        shipping: await shippingTerms(current),
        destination,
        shippingMethod: query.shipping_method,
        now: new Date(),
      }),
    };
  });

  handle(app, endpoints.initPayment, async ({ customer, body, origin }) => {
    const current = await shopSettings.current();
    const requested = {
      parcelTo: await destinationOf(body.address.pincode, body.address.state),
      shippingMethod: body.shipping_method,
      addresses: { shipping: body.address, billing: body.billing_address ?? body.address },
      shownPaise: body.total_price === undefined ? undefined : toPaise(body.total_price),
    };
    return {
      data: await initPayment(payments, customer.id, requested, {
        maxUnits: current.MAX_UNITS_PER_PRODUCT,
        maxPaise: toPaise(current.MAX_ORDER_RUPEES),
        payMinutes: settings.PAYMENT_MINUTES,
        seller: sellerOf(current),
        shipping: await shippingTerms(current),
        documentSeries: settings.DOCUMENT_SERIES,
        shopOrigin: settings.SHOP_ORIGIN || origin,
        now: new Date(),
      }),
    };
  });
  handle(app, endpoints.buyAgain, async ({ customer, params }) => {
    const { MAX_UNITS_PER_PRODUCT } = await shopSettings.current();
    return { data: await buyAgain(db, await findOrder(db, customer.id, params.number), MAX_UNITS_PER_PRODUCT) };
  });
}
