import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../failures.ts";
import { serveCall } from "../http/calls.ts";
import { findCategory, listCategories } from "./categories.ts";
import { type CatalogueMemory, createCatalogue } from "./list-products.ts";
import { createProductReader } from "./products.ts";

export function catalogueRoutes(app: FastifyInstance, { db, memory }: { db: Database; memory: CatalogueMemory }): void {
  const listProducts = createCatalogue(db, memory);
  const findProduct = createProductReader(db);

  serveCall(app, calls.listProducts, ({ query }) => listProducts(query));

  serveCall(app, calls.readProduct, async ({ params }) => {
    const data = await findProduct(params.slug);
    if (!data) throw new Refusal("notFound", "There is no such product.");
    return { data };
  });

  serveCall(app, calls.listCategories, async () => ({ data: await listCategories(db) }));

  serveCall(app, calls.readCategory, async ({ params }) => {
    const data = await findCategory(db, params.slug);
    if (!data) throw new Refusal("notFound", "There is no such category.");
    return { data };
  });
}
