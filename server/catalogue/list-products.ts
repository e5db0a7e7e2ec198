import type { ProductList, ProductQuery } from "../../contract/catalogue/schemas.ts";
import type { ReadDatabase } from "../database/database.ts";
import { ApiError } from "../errors.ts";
import { toPaise } from "../money.ts";
import type { CategoryFinder } from "./categories.ts";
import type { CountsCache } from "./counts-cache.ts";
import { createListing, orderOf } from "./listing.ts";
import type { ListingFilter } from "./listing-filter.ts";
import { reachablePages, requireInWindow } from "./result-window.ts";
import { createSearch } from "./search.ts";
import { narrowFilter, readIntent } from "./search-intent.ts";

type Page = Omit<ProductList, "success" | "statusCode">;

/** Caches of the catalogue, valid until it changes. */
export interface CatalogueCaches {
  categories: CategoryFinder;
  counts: CountsCache;
}

/**
 * Returns a function that reads a page of the catalogue or of a search.
 * @throws ApiError (400, 404) for a page beyond the result window, a minimum price above the maximum, or an unknown category
 */
export function createCatalogue(
  db: ReadDatabase,
  { categories, counts }: CatalogueCaches,
): (query: ProductQuery) => Promise<Page> {
  const listPage = createListing(db);
  const search = createSearch(db);

  return async (query) => {
    requireInWindow(query.page, query.perPage);
    const scope = query.category === undefined ? {} : await categories.scopeOf(query.category);
    if (!scope)
      throw new ApiError("not_found", "We couldn’t find this category.", [
        { field: "category", message: "We couldn’t find this category." },
      ]);
    const { words, filter: intent } = query.search === "" ? { words: null, filter: {} } : readIntent(query.search);
    const filter = narrowFilter({ ...scope, ...filterOf(query) }, intent);
    const { page, perPage } = query;
    const listed =
      words === null
        ? await Promise.all([
            listPage({ filter, order: orderOf(query), page, perPage, counts: counts.last(filter) }),
            counts.of(filter),
          ]).then(([data, counted]) => ({ data, ...counted }))
        : await search({
            text: words,
            filter,
            order: query.price_sort || query.date_sort ? orderOf(query) : "best match",
            page,
            perPage,
          });
    return {
      data: listed.data,
      perPage,
      page,
      totalData: listed.total,
      totalPages: reachablePages(listed.total, perPage),
      facets: listed.facets,
    };
  };
}

function filterOf(query: ProductQuery): ListingFilter {
  const { min_price: min, max_price: max } = query;
  if (min !== undefined && max !== undefined && min > max) {
    const message = "min_price must not be above max_price.";
    throw new ApiError("bad_request", message, [{ field: "min_price", message }]);
  }
  return {
    bestseller: query.bestseller,
    featured: query.isFeatured,
    deals: query.deals || undefined,
    minPricePaise: min === undefined ? undefined : toPaise(min),
    maxPricePaise: max === undefined ? undefined : toPaise(max),
    // Sorted, so that the same notes are the same filter.
    notes: query.notes && [...new Set(query.notes)].sort(),
    inStock: query.availability === undefined ? undefined : query.availability === "in_stock",
  };
}
