import { SEARCH_WINDOW } from "../../../../contract/limits.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { prepareQuery } from "../../../platform/database/prepared.ts";
import type { SearchOrder } from "../listing/listing.ts";
import { countListing, toCounts } from "../listing/listing-counts.ts";
import type { ListingFilter } from "../listing/listing-filter.ts";
import { createSummaryReader } from "../listing/product-summary.ts";
import type { CatalogueSearch, SearchPage, SearchRequest } from "./catalogue-search.ts";
import { hitsValues, selectHits } from "./search-hits.ts";
import { searchQueries } from "./search-query.ts";
import { createTermFinder } from "./search-terms.ts";
import { typedWords } from "./search-words.ts";

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
 * summaries (docs/decisions/2026-11-21-search-in-postgresql.md).
 */
export function createPostgresqlSearch(db: ReadDatabase): CatalogueSearch {
  const findTerms = createTermFinder(db);
  const readSummaries = createSummaryReader(db);
  const prepared = new Map<SearchOrder, ReturnType<typeof prepare>>();

  /** Searches without a filter use a prepared statement; searches with one are planned with its values. */
  const prepare = (order: SearchOrder) => prepareQuery("search", selectHits(db, {}, order));
  const preparedFor = (order: SearchOrder) => {
    const statement = prepared.get(order) ?? prepare(order);
    prepared.set(order, statement);
    return statement;
  };

  async function search({ text, filter, order, page, perPage }: SearchRequest): Promise<SearchPage> {
    const terms = await findTerms(typedWords(text));
    if (terms.length === 0) return EMPTY_PAGE;
    const values = hitsValues(searchQueries(terms), { page, perPage });
    const [row] = await (isEmpty(filter) ? preparedFor(order) : selectHits(db, filter, order)).execute(values);
    if (!row) return EMPTY_PAGE;
    const counts = toCounts(row, row.candidates < SEARCH_WINDOW ? "eq" : "gte");
    return { ...counts, data: await readSummaries(row.ids) };
  }

  return { search, count: (filter) => countListing(db, filter) };
}

const isEmpty = (filter: ListingFilter) => Object.values(filter).every((value) => value === undefined);
