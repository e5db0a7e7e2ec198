import { SEARCH_WINDOW } from "../../../../contract/limits.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { prepareQuery } from "../../../platform/database/prepared.ts";
import { findSizesByCode } from "../../../selling/search/product-codes.ts";
import { searchQueries } from "../../../selling/search/search-query.ts";
import { findTerms } from "../../../selling/search/search-terms.ts";
import { typedWords } from "../../../selling/search/search-words.ts";
import type { SearchOrder } from "../listing/listing.ts";
import { countListing, toCounts } from "../listing/listing-counts.ts";
import type { ListingFilter } from "../listing/listing-filter.ts";
import { createSummaryReader } from "../listing/product-summary.ts";
import type { CatalogueSearch, SearchPage, SearchRequest } from "./catalogue-search.ts";
import { hitsValues, selectHits } from "./search-hits.ts";

const EMPTY_PAGE: SearchPage = {
  data: [],
  total: 0,
  relation: "eq",
  share: 0,
  facets: {
    relation: "eq",
    notes: [],
    sizes: [],
    countries: [],
    availability: { in_stock: 0, out_of_stock: 0 },
    price: null,
    priceSteps: [],
  },
};

/**
 * Searches the catalogue in PostgreSQL, in three statements: maps typed words to the catalogue's words, finds products, reads their
 * summaries (docs/decisions/2026-11-21-search-in-postgresql.md). Products whose SKU or barcode was typed come first.
 */
export function createPostgresqlSearch(db: ReadDatabase): CatalogueSearch {
  const readSummaries = createSummaryReader(db);
  const prepared = new Map<SearchOrder, ReturnType<typeof prepare>>();

  /** Searches by words alone use a prepared statement; others are planned with their values. */
  const prepare = (order: SearchOrder) => prepareQuery("search", selectHits(db, { filter: {}, order, first: [] }));
  const preparedFor = (order: SearchOrder) => {
    const statement = prepared.get(order) ?? prepare(order);
    prepared.set(order, statement);
    return statement;
  };

  async function search({ text, filter, order, page, perPage }: SearchRequest): Promise<SearchPage> {
    const [terms, sizes] = await Promise.all([findTerms(db, typedWords(text)), findSizesByCode(db, text)]);
    const first = [...new Set(sizes.map(({ productId }) => productId))];
    if (terms.length + first.length === 0) return EMPTY_PAGE;
    const values = hitsValues(searchQueries(terms), { page, perPage });
    const isPlain = isEmpty(filter) && first.length === 0;
    const hits = isPlain ? preparedFor(order) : selectHits(db, { filter, order, first });
    const [row] = await hits.execute(values);
    if (!row) return EMPTY_PAGE;
    const counts = toCounts(row, row.candidates < SEARCH_WINDOW ? "eq" : "gte");
    return { ...counts, data: await readSummaries(row.ids) };
  }

  return { search, count: (filter) => countListing(db, filter) };
}

const isEmpty = (filter: ListingFilter) => Object.values(filter).every((value) => value === undefined);
