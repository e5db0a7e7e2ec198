import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Database } from "../database/database.ts";
import { serveCall } from "../http/calls.ts";
import { changeWishlist } from "./change-wishlist.ts";
import { createSavedProductsReader, createWishlistReader } from "./read-wishlist.ts";

export function wishlistRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const readWishlist = createWishlistReader(db);

  const readSavedProducts = createSavedProductsReader(db);

  serveCall(app, calls.readSavedProducts, async ({ query }) => ({ data: await readSavedProducts(query.ids) }));
  serveCall(app, calls.readWishlist, ({ customer, query }) => readWishlist(customer.id, query));
  serveCall(app, calls.changeWishlist, async ({ customer, body }) => ({
    data: await changeWishlist(db, customer.id, { add: body.add.map(Number), remove: body.remove.map(Number) }),
  }));
}
