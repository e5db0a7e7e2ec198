import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { createCartReader } from "../cart/read-cart.ts";
import type { DeploymentSettings } from "../config.ts";
import { handle } from "../http/endpoints.ts";
import { toPaise } from "../money.ts";
import { findOrder } from "../orders/find-order.ts";
import { sellerOf } from "../orders/seller.ts";
import type { PaymentDeps } from "../payments/payment-deps.ts";
import type { ShopSettingsReader } from "../settings/shop-settings.ts";
import { buyAgain } from "./buy-again.ts";
import { initPayment } from "./init-payment.ts";
import { findPlace } from "../shipping/pincodes/find-place.ts";
import { toCheckout } from "./read-checkout.ts";

interface CheckoutDeps {
  payments: PaymentDeps;
  settings: DeploymentSettings;
  shopSettings: ShopSettingsReader;
}

export function checkoutRoutes(app: FastifyInstance, { payments, settings, shopSettings }: CheckoutDeps): void {
  const { db } = payments;
  const readItems = createCartReader(db);

  handle(app, endpoints.readCheckout, async ({ customer }) => {
    const [items, { MAX_UNITS_PER_PRODUCT }] = await Promise.all([readItems(customer.id), shopSettings.current()]);
    return { data: toCheckout(items, MAX_UNITS_PER_PRODUCT) };
  });
  handle(app, endpoints.readPincode, async ({ params }) => ({ data: await findPlace(params.pincode) }));

  handle(app, endpoints.initPayment, async ({ customer, body, origin }) => {
    const current = await shopSettings.current();
    const requested = {
      destination: { shipping: body.address, billing: body.billing_address ?? body.address },
      shownPaise: body.total_price === undefined ? undefined : toPaise(body.total_price),
    };
    return {
      data: await initPayment(payments, customer.id, requested, {
        maxUnits: current.MAX_UNITS_PER_PRODUCT,
        maxPaise: toPaise(current.MAX_ORDER_RUPEES),
        payMinutes: settings.PAYMENT_MINUTES,
        seller: sellerOf(current),
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
