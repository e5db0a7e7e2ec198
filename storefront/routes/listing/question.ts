import type { ProductList } from "../../../contract/catalogue.ts";
import { LISTING_PAGE_SIZE, MAX_SEARCH_LENGTH } from "../../../contract/limits.ts";
import { type Api, pathWithQuery, type QueryValue } from "../../api/api.ts";
import { queryOfChoices, readChoices, readPage } from "./choices.ts";
import type { ListingScope } from "./scope.ts";

/** What a listing asks the server for: its part of the catalogue, the choices in the address and the typed search. */
export interface Question {
  query: Record<string, QueryValue>;
  /** The page that the listing begins with; 1 unless the address names another. */
  startPage: number;
  /** The same as text: two questions are one when their texts are. */
  text: string;
}

/** @param search of all listings only /products is searched (S2.39) */
export function questionOf(scope: Pick<ListingScope, "query">, address: URLSearchParams, search: string): Question {
  const query = {
    search: search.trim().slice(0, MAX_SEARCH_LENGTH),
    ...queryOfChoices(readChoices(address)),
    // The page's own keys stay beside the sort key (R11).
    ...scope.query,
  };
  const startPage = readPage(address);
  return { query, startPage, text: pathWithQuery("product", { page: startPage, ...query }) };
}

export function askFor(api: Api, { query }: Question, page: number, signal?: AbortSignal): Promise<ProductList> {
  return api.listProducts({ page, perPage: LISTING_PAGE_SIZE, ...query }, signal);
}
