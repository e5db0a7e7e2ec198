import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { toPaise } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { readOffers } from "../../selling/offers/read-offers.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { acceptPrice, addToCart, changeQuantity, removeFromCart } from "./change-cart.ts";
import { enterCode, removeCodeFromCart } from "./change-code.ts";
import { chooseSamples } from "./change-samples.ts";
import { readCartRows, toCart } from "./read-cart.ts";

export function cartRoutes(
  app: FastifyInstance,
  { db, shopSettings }: { db: Database; shopSettings: ShopSettingsReader },
): void {
  const readMaxUnits = async () => (await shopSettings.current()).MAX_UNITS_PER_PRODUCT;

  handle(app, endpoints.readCart, async ({ customer, query }) => {
    const [items, offers, current] = await Promise.all([
      readCartRows(db, customer.id),
      readOffers(db, customer.id, new Date()),
      shopSettings.current(),
    ]);
    const limits = { maxUnits: current.MAX_UNITS_PER_PRODUCT, maxPaise: toPaise(current.MAX_ORDER_RUPEES) };
    return toCart(items, offers, { ...query, ...limits });
  });
  handle(app, endpoints.addToCart, async ({ customer, body }) => ({
    data: await addToCart(db, customer.id, {
      ...requestedVariant(body),
      quantity: body.quantity,
      maxUnits: await readMaxUnits(),
    }),
  }));
  handle(app, endpoints.changeQuantity, async ({ customer, body }) => ({
    data: await changeQuantity(db, customer.id, {
      ...requestedVariant(body),
      quantity: body.quantity,
      maxUnits: await readMaxUnits(),
    }),
  }));
  handle(app, endpoints.removeFromCart, async ({ customer, params, query }) => ({
    data: await removeFromCart(db, customer.id, requestedVariant({ ...params, ...query })),
  }));
  handle(app, endpoints.enterCode, async ({ customer, body }) => ({
    data: await enterCode(db, customer.id, body.code, new Date()),
  }));
  handle(app, endpoints.removeCode, async ({ customer }) => ({ data: await removeCodeFromCart(db, customer.id) }));
  handle(app, endpoints.chooseSamples, async ({ customer, body }) => ({
    data: await chooseSamples(db, customer.id, [...new Set(body.variant_ids.map(Number))], new Date()),
  }));
  handle(app, endpoints.acceptPrice, async ({ customer, params, body }) => ({
    data: await acceptPrice(db, customer.id, {
      ...requestedVariant({ ...params, ...body }),
      pricePaise: toPaise(body.price),
    }),
  }));
}

const requestedVariant = ({ product_id, variant_id }: { product_id: string; variant_id?: string | undefined }) => ({
  productId: Number(product_id),
  variantId: variant_id === undefined ? undefined : Number(variant_id),
});
