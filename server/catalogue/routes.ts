import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { readContents } from "../cart/read-cart.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../failures.ts";
import { serveCall } from "../http/calls.ts";
import type { Customer } from "../http/sessions.ts";
import { findCategory, listCategories } from "./categories.ts";
import { type CatalogueMemory, createCatalogue } from "./list-products.ts";
import { markInCart } from "./mark-in-cart.ts";
import { createProductReader } from "./products.ts";

export function catalogueRoutes(app: FastifyInstance, { db, memory }: { db: Database; memory: CatalogueMemory }): void {
  const listProducts = createCatalogue(db, memory);
  const findProduct = createProductReader(db);

  const readCartIds = async (customer: Customer | null) =>
    customer ? (await readContents(db, customer.id)).productIds : [];

  serveCall(app, calls.listProducts, async ({ query, customer }) => {
    const [list, inCart] = await Promise.all([listProducts(query), readCartIds(customer)]);
    return inCart.length > 0 ? { ...list, data: markInCart(list.data, inCart) } : list;
  });

  serveCall(app, calls.readProduct, async ({ params, customer }) => {
    const [found, inCart] = await Promise.all([findProduct(params.slug), readCartIds(customer)]);
    if (!found) throw new Refusal("notFound", "We couldn’t find this product.");
    const [data = found] = markInCart([found], inCart);
    return { data: { ...data, similar_products: markInCart(data.similar_products, inCart) } };
  });

  serveCall(app, calls.listCategories, async () => ({ data: await listCategories(db) }));

  serveCall(app, calls.readCategory, async ({ params }) => {
    const data = await findCategory(db, params.slug);
    if (!data) throw new Refusal("notFound", "We couldn’t find this category.");
    return { data };
  });
}
