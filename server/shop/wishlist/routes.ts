import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import type { Database, ReadDatabase } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { changeWishlist } from "./change-wishlist.ts";
import { createSavedProductsReader, createWishlistReader, readSavedSizes } from "./read-wishlist.ts";

export function wishlistRoutes(app: FastifyInstance, { db, read }: { db: Database; read: ReadDatabase }): void {
  const readWishlist = createWishlistReader(db);

  const readSavedProducts = createSavedProductsReader(read);

  handle(app, endpoints.readSavedProducts, async ({ query }) => ({ data: await readSavedProducts(query.ids) }));
  handle(app, endpoints.readSavedSizes, async ({ query }) => ({ data: await readSavedSizes(read, query.ids) }));
  handle(app, endpoints.readWishlist, ({ customer, query }) => readWishlist(customer.id, query));
  handle(app, endpoints.changeWishlist, async ({ customer, body }) => ({
    data: await changeWishlist(db, customer.id, {
      add: body.add.map(Number),
      remove: body.remove.map(Number),
      sizes: body.sizes.map(({ product_id, variant_id }) => ({
        productId: Number(product_id),
        variantId: Number(variant_id),
      })),
    }),
  }));
}
