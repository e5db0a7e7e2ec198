import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import type { SearchOrder } from "./listing.ts";
import type { ListingCounts } from "./listing-counts.ts";
import type { ListingFilter } from "./listing-filter.ts";

/**
 * What a search engine does for the catalogue. PostgreSQL does it in postgresql-search.ts, which alone knows the tables and functions of the
 * search; another engine would implement this interface.
 */
export interface CatalogueSearch {
  /** Finds products by a text, also for suggestions while it is typed: unfinished and misspelt words match. Counts up to SEARCH_WINDOW. */
  search(request: SearchRequest): Promise<SearchPage>;
  /** Counts a listing up to RESULT_WINDOW, with the numbers of the filter panel. */
  count(filter: ListingFilter): Promise<ListingCounts>;
}

export interface SearchRequest {
  text: string;
  filter: ListingFilter;
  order: SearchOrder;
  /** From 1. */
  page: number;
  perPage: number;
}

export type SearchPage = ListingCounts & { data: ProductSummary[] };
