import type { FastifyInstance } from "fastify";
import type { CartContents } from "../../../contract/cart/schemas.ts";
import { PREVIEW_OVER } from "../../../contract/catalogue/endpoints.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { ApiError } from "../../base/errors.ts";
import type { ReadDatabase, ReadSources } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/endpoints.ts";
import type { Customer } from "../../platform/http/sessions.ts";
import { readContents } from "../cart/read-cart.ts";
import { findCategory, listCategories } from "./categories.ts";
import { readPreviewToken } from "./editing/preview.ts";
import { type CatalogueCaches, createCatalogue } from "./listing/list-products.ts";
import { markInCart } from "./listing/mark-in-cart.ts";
import { createPreviewReader, createProductReader, type ReadShipping } from "./products.ts";
import { createPostgresqlSearch } from "./search/postgresql-search.ts";

interface Deps extends ReadSources {
  caches: CatalogueCaches;
  /** The secret that signs preview links. */
  previewSecret: string;
  readShipping: ReadShipping;
}

export function catalogueRoutes(
  app: FastifyInstance,
  { read, latest, caches, previewSecret, readShipping }: Deps,
): void {
  const createList = (db: ReadDatabase) => createCatalogue(db, createPostgresqlSearch(db), caches);
  const listProducts = { read: createList(read), latest: createList(latest) };
  const findProduct = {
    read: createProductReader(read, readShipping),
    latest: createProductReader(latest, readShipping),
  };

  const findPreview = createPreviewReader(latest, readShipping);

  const readCartIds = async (customer: Customer | null) =>
    customer ? firstSizesIn(await readContents(latest, customer.id)) : [];

  handle(app, endpoints.listProducts, async ({ query, customer, latest }) => {
    const list = latest ? listProducts.latest : listProducts.read;
    const [listed, inCart] = await Promise.all([list(query), readCartIds(customer)]);
    return inCart.length > 0 ? { ...listed, data: markInCart(listed.data, inCart) } : listed;
  });

  handle(app, endpoints.readProduct, async ({ params, customer, latest }) => {
    const find = latest ? findProduct.latest : findProduct.read;
    const [found, inCart] = await Promise.all([find(params.slug), readCartIds(customer)]);
    if (!found) throw new ApiError("not_found", "We couldn’t find this product.");
    const [data = found] = markInCart([found], inCart);
    return { data: { ...data, similar_products: markInCart(data.similar_products, inCart) } };
  });

  handle(app, endpoints.previewProduct, async ({ body: { token } }) => {
    const id = readPreviewToken(previewSecret, token, new Date());
    const data = id === null ? null : await findPreview(id);
    if (!data) throw new ApiError("not_found", PREVIEW_OVER);
    return { data };
  });

  handle(app, endpoints.listCategories, async () => ({ data: await listCategories(read) }));

  handle(app, endpoints.readCategory, async ({ params }) => {
    const data = await findCategory(read, params.slug);
    if (!data) throw new ApiError("not_found", "We couldn’t find this category.");
    return { data };
  });
}

/** Lists the products whose first size is in a cart. */
const firstSizesIn = ({ quantities }: CartContents) =>
  quantities.filter(({ variant_id }) => variant_id === undefined).map(({ product_id }) => product_id);
