import { countryOf } from "../../../../contract/catalogue/countries.ts";
import type { ProductList, ProductQuery, ProductSummary } from "../../../../contract/catalogue/schemas.ts";
import { ApiError } from "../../../base/errors.ts";
import { toPaise } from "../../../base/money.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { OutOfTime, withTimeLimit } from "../../../platform/database/time-limit.ts";
import { isDatabaseUnavailable } from "../../../platform/database/unavailable.ts";
import type { CategoryFinder } from "../categories.ts";
import type { CatalogueSearch } from "../search/catalogue-search.ts";
import { narrowFilter, readIntent, readOrigin } from "../search/search-intent.ts";
import type { CountsCache } from "./counts-cache.ts";
import { createListing, type ListingRequest, orderOf } from "./listing.ts";
import type { ListingCounts } from "./listing-counts.ts";
import type { ListingFilter } from "./listing-filter.ts";
import { reachablePages, requireInWindow } from "./result-window.ts";

type Page = Omit<ProductList, "success" | "statusCode">;
interface ListedPage extends Pick<ListingCounts, "total" | "relation" | "facets"> {
  data: ProductSummary[];
  totalPages: number;
}

/** How long a page waits for its counts. */
const COUNT_WAIT_MS = 800;

/** Caches of the catalogue, which a change invalidates. */
export interface CatalogueCaches {
  categories: CategoryFinder;
  counts: CountsCache;
}

/**
 * Returns a function that reads a page of the catalogue or of a search. It can be given what to search within instead of the query's category.
 * @throws ApiError (400, 404) for a page beyond the result window, a minimum price above the maximum, or an unknown category
 */
export function createCatalogue(
  db: ReadDatabase,
  search: CatalogueSearch,
  { categories, counts }: CatalogueCaches,
): (query: ProductQuery, within?: ListingFilter) => Promise<Page> {
  const listPage = createListing(db);

  /** If counting takes longer than reading the page, the page is returned without counts. */
  async function listAndCount(request: Omit<ListingRequest, "counts">): Promise<ListedPage> {
    const counting = counts.of(request.filter);
    counting.catch(() => {});
    const data = await listPage({ ...request, counts: counts.last(request.filter) });
    const counted = await withTimeLimit(counting, COUNT_WAIT_MS).catch((error: unknown) => {
      if (error instanceof OutOfTime || isDatabaseUnavailable(error)) return null;
      throw error;
    });
    if (!counted) return uncountedPage(data, request);
    return { data, ...counted, totalPages: reachablePages(counted.total, request.perPage) };
  }

  return async (query, within) => {
    requireInWindow(query.page, query.perPage);
    const scope = within ?? (query.category === undefined ? {} : await categories.scopeOf(query.category));
    if (!scope)
      throw new ApiError("not_found", "We couldn’t find this category.", [
        { field: "category", message: "We couldn’t find this category." },
      ]);
    const { words, filter: intent } = query.search === "" ? { words: null, filter: {} } : readIntent(query.search);
    const filter = narrowFilter({ ...scope, ...filterOf(query) }, intent);
    const { page, perPage } = query;
    const list = (text: string | null, listFilter: ListingFilter): Promise<ListedPage> =>
      text === null
        ? listAndCount({ filter: listFilter, order: orderOf(query), page, perPage })
        : search
            .search({
              text,
              filter: listFilter,
              order: query.price_sort || query.date_sort || query.origin_sort ? orderOf(query) : "best match",
              page,
              perPage,
            })
            .then((found) => ({ ...found, totalPages: reachablePages(found.total, perPage) }));
    const origin = words !== null && filter.countries === undefined ? readOrigin(words) : undefined;
    const ofOrigin = origin && (await list(origin.words, { ...filter, countries: [origin.country] }));
    // Without a product of that origin, the words may be those of a title or text.
    const narrowed = ofOrigin && ofOrigin.total > 0 ? ofOrigin : await list(words, filter);
    // Without a product of such a range, it may be a SKU, such as 1001-1050.
    const listed =
      narrowed.total === 0 && /\d-\d/.test(query.search)
        ? await list(query.search, { ...scope, ...filterOf(query) })
        : narrowed;
    return {
      data: listed.data,
      perPage,
      page,
      totalData: listed.total,
      totalRelation: listed.relation,
      totalPages: listed.totalPages,
      facets: listed.facets,
    };
  };
}

/** Returns a page of a listing that is not counted: with the minimum number of products, and whether there may be a next page. */
function uncountedPage(
  data: ProductSummary[],
  { page, perPage }: Pick<ListingRequest, "page" | "perPage">,
): ListedPage {
  const isLast = data.length < perPage && (data.length > 0 || page === 1);
  return {
    data,
    total: data.length === 0 ? 0 : (page - 1) * perPage + data.length,
    relation: isLast ? "eq" : "gte",
    totalPages: data.length < perPage ? page : Math.max(page, reachablePages(page * perPage + 1, perPage)),
    facets: {
      relation: "gte",
      notes: [],
      sizes: [],
      countries: [],
      availability: { in_stock: 0, out_of_stock: 0 },
      price: null,
      priceSteps: [],
    },
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
    // Sorted, so that the same notes in another order are the same filter.
    notes: query.notes && [...new Set(query.notes)].sort(),
    sizes: query.sizes && [...new Set(query.sizes)].sort(),
    countries: query.countries && [...new Set(query.countries.map((name) => countryOf(name) ?? name))].sort(),
    inStock: query.availability === undefined ? undefined : query.availability === "in_stock",
  };
}
