import type { ProductSummary } from "../../../../contract/catalogue/schemas.ts";
import type { SearchOrder } from "../listing/listing.ts";
import type { ListingCounts } from "../listing/listing-counts.ts";
import type { ListingFilter } from "../listing/listing-filter.ts";

/**
 * The catalogue's search engine. Only postgresql-search.ts, its implementation in PostgreSQL, knows the tables and functions of the search;
 * another engine would implement this interface.
 */
export interface CatalogueSearch {
  /** Finds products by a text, also while it is being typed: unfinished and misspelt words match. Counts up to SEARCH_WINDOW. */
  search(request: SearchRequest): Promise<SearchPage>;
  /** Counts a listing up to RESULT_WINDOW, with the counts of the filter panel. */
  count(filter: ListingFilter): Promise<ListingCounts>;
}

export interface SearchRequest {
  text: string;
  filter: ListingFilter;
  order: SearchOrder;
  /** The page number, from 1. */
  page: number;
  perPage: number;
}

export type SearchPage = ListingCounts & { data: ProductSummary[] };
