import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import type { Database } from "../database/database.ts";
import { prepareQuery } from "../database/prepared.ts";
import { type ListingCounts, toCounts } from "./listing-counts.ts";
import type { ListingFilter } from "./listing-filter.ts";
import { createSummaryReader } from "./product-summary.ts";
import { hitsOf, hitsValues, type SearchOrder } from "./search-hits.ts";
import { searchQueries } from "./search-query.ts";
import { createTermFinder } from "./search-terms.ts";
import { typedWords } from "./search-words.ts";

interface Wanted {
  text: string;
  filter: ListingFilter;
  order: SearchOrder;
  /** Counted from 1. */
  page: number;
  perPage: number;
}
type Found = ListingCounts & { data: ProductSummary[] };

const NOTHING: Found = {
  data: [],
  total: 0,
  scope: 0,
  facets: { notes: [], availability: { in_stock: 0, out_of_stock: 0 }, price: null },
};

/**
 * Searches the catalogue in three statements: typed words become terms of the catalogue, terms find products, and their summaries are
 * read (docs/decisions/2026-11-21-search-in-postgresql.md).
 */
export function createSearch(db: Database): (wanted: Wanted) => Promise<Found> {
  const findTerms = createTermFinder(db);
  const readSummaries = createSummaryReader(db);
  const prepared = new Map<SearchOrder, ReturnType<typeof prepare>>();

  /** A search without a filter is planned once; one with a filter is planned with its values. */
  const prepare = (order: SearchOrder) => prepareQuery("search", hitsOf(db, {}, order));
  const preparedFor = (order: SearchOrder) => {
    const statement = prepared.get(order) ?? prepare(order);
    prepared.set(order, statement);
    return statement;
  };

  return async ({ text, filter, order, page, perPage }) => {
    const terms = await findTerms(typedWords(text));
    if (terms.length === 0) return NOTHING;
    const values = hitsValues(searchQueries(terms), { page, perPage });
    const [row] = await (isEmpty(filter) ? preparedFor(order) : hitsOf(db, filter, order)).execute(values);
    return row ? { ...toCounts(row), data: await readSummaries(row.ids) } : NOTHING;
  };
}

const isEmpty = (filter: ListingFilter) => Object.values(filter).every((value) => value === undefined);
