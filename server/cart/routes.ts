import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Database } from "../database/database.ts";
import { serveCall } from "../http/calls.ts";
import { currentSettings } from "../settings/settings.ts";
import { acceptPrice, addToCart, changeQuantity, removeFromCart } from "./change-cart.ts";
import { createCartReader, toCart } from "./read-cart.ts";

export function cartRoutes(
  app: FastifyInstance,
  { db, environment }: { db: Database; environment: Record<string, string | undefined> },
): void {
  const readItems = createCartReader(db);
  const readMostPieces = async () => (await currentSettings(db, environment)).MOST_PIECES;

  serveCall(app, calls.readCart, async ({ customer, query }) => {
    const [items, mostPieces] = await Promise.all([readItems(customer.id), readMostPieces()]);
    return toCart(items, { ...query, mostPieces });
  });
  serveCall(app, calls.addToCart, async ({ customer, body }) => ({
    data: await addToCart(db, customer.id, {
      productId: Number(body.product_id),
      quantity: body.quantity,
      mostPieces: await readMostPieces(),
    }),
  }));
  serveCall(app, calls.changeQuantity, async ({ customer, body }) => ({
    data: await changeQuantity(db, customer.id, {
      productId: Number(body.product_id),
      quantity: body.quantity,
      mostPieces: await readMostPieces(),
    }),
  }));
  serveCall(app, calls.removeFromCart, async ({ customer, params }) => ({
    data: await removeFromCart(db, customer.id, Number(params.product_id)),
  }));
  serveCall(app, calls.acceptPrice, async ({ customer, params, body }) => ({
    data: await acceptPrice(db, customer.id, {
      productId: Number(params.product_id),
      pricePaise: Math.round(body.price * 100),
    }),
  }));
}
