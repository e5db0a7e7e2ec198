import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { readContents } from "../cart/read-cart.ts";
import type { Database } from "../database/database.ts";
import { ApiError } from "../errors.ts";
import { handle } from "../http/endpoints.ts";
import type { Customer } from "../http/sessions.ts";
import { findCategory, listCategories } from "./categories.ts";
import { type CatalogueCaches, createCatalogue } from "./list-products.ts";
import { markInCart } from "./mark-in-cart.ts";
import { createProductReader } from "./products.ts";

export function catalogueRoutes(app: FastifyInstance, { db, caches }: { db: Database; caches: CatalogueCaches }): void {
  const listProducts = createCatalogue(db, caches);
  const findProduct = createProductReader(db);

  const readCartIds = async (customer: Customer | null) =>
    customer ? (await readContents(db, customer.id)).productIds : [];

  handle(app, endpoints.listProducts, async ({ query, customer }) => {
    const [list, inCart] = await Promise.all([listProducts(query), readCartIds(customer)]);
    return inCart.length > 0 ? { ...list, data: markInCart(list.data, inCart) } : list;
  });

  handle(app, endpoints.readProduct, async ({ params, customer }) => {
    const [found, inCart] = await Promise.all([findProduct(params.slug), readCartIds(customer)]);
    if (!found) throw new ApiError("not_found", "We couldn’t find this product.");
    const [data = found] = markInCart([found], inCart);
    return { data: { ...data, similar_products: markInCart(data.similar_products, inCart) } };
  });

  handle(app, endpoints.listCategories, async () => ({ data: await listCategories(db) }));

  handle(app, endpoints.readCategory, async ({ params }) => {
    const data = await findCategory(db, params.slug);
    if (!data) throw new ApiError("not_found", "We couldn’t find this category.");
    return { data };
  });
}
