import type { ProductList, ProductQuery } from "../../contract/catalogue.ts";
import { totalPagesOf } from "../../contract/answers.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../failures.ts";
import { findCategoryFilter } from "./categories.ts";
import type { CountsCache } from "./counts-cache.ts";
import { type ListingFilter, listCards, orderOf } from "./listing.ts";
import { searchProducts } from "./search.ts";

/**
 * A page of the catalogue: what `GET product` answers.
 * @throws Refusal when the category does not exist or the price range is upside down
 */
export async function listProducts(db: Database, counts: CountsCache, query: ProductQuery): Promise<Omit<ProductList, "success" | "statusCode">> {
  const filter = await filterOf(db, query);
  const { page, perPage } = query;
  const listed =
    query.search === ""
      ? await Promise.all([listCards(db, { filter, order: orderOf(query), page, perPage }), counts.of(filter)]).then(([data, counted]) => ({ data, ...counted }))
      : await searchProducts(db, { search: query.search, filter, order: sortOf(query), page, perPage });
  return {
    data: listed.data,
    perPage,
    page,
    totalData: listed.total,
    totalPages: totalPagesOf(listed.total, perPage),
    facets: listed.facets,
  };
}

/** A search without a sort key is ordered by how well it fits. */
function sortOf(query: ProductQuery) {
  return query.price_sort || query.date_sort ? orderOf(query) : "best match";
}

async function filterOf(db: Database, query: ProductQuery): Promise<ListingFilter> {
  const { min_price: min, max_price: max } = query;
  if (min !== undefined && max !== undefined && min > max) {
    const message = "min_price must not be above max_price.";
    throw new Refusal("badRequest", message, [{ field: "min_price", message }]);
  }
  const scope = query.category ? await findCategoryFilter(db, query.category) : {};
  if (!scope) throw new Refusal("notFound", "There is no such category.", [{ field: "category", message: "There is no such category." }]);
  return {
    ...scope,
    bestseller: query.bestseller,
    featured: query.isFeatured,
    deals: query.deals,
    minPricePaise: min === undefined ? undefined : min * 100,
    maxPricePaise: max === undefined ? undefined : max * 100,
    notes: query.notes,
    inStock: query.availability === undefined ? undefined : query.availability === "in_stock",
  };
}
