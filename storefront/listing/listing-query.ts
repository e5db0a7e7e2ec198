import type { ProductList } from "../../contract/catalogue/schemas.ts";
import { LISTING_PAGE_SIZE } from "../../contract/limits.ts";
import { type PublicClient, type Query, queryTexts } from "../api/client.ts";
import { type Choices, queryOfChoices, readChoices, readPage } from "./choices.ts";
import type { ListingScope } from "./scope.ts";

/** A listing's request: its scope and the choices in the URL. */
export interface ListingQuery {
  query: Query;
  /** The first page shown; 1 unless the URL says otherwise. */
  startPage: number;
  /** The query as text, to compare two. */
  text: string;
}

type ScopeQuery = Pick<ListingScope, "kind" | "query">;

/** Returns a URL's choices; the search text only on /products. @param byOrigin as for `readChoices` */
export function choicesOf(
  { kind }: Pick<ScopeQuery, "kind">,
  searchParams: URLSearchParams,
  byOrigin: boolean,
): Choices {
  const choices = readChoices(searchParams, byOrigin);
  return kind === "all" ? choices : { ...choices, search: "" };
}

export function listingQueryOf(scope: ScopeQuery, searchParams: URLSearchParams, byOrigin: boolean): ListingQuery {
  const query = {
    ...queryOfChoices(choicesOf(scope, searchParams, byOrigin)),
    // The page's own parameters stay beside the sort parameter (R11).
    ...scope.query,
  };
  const startPage = readPage(searchParams);
  return { query, startPage, text: new URLSearchParams(queryTexts({ page: startPage, ...query })).toString() };
}

export function requestPage(
  api: PublicClient,
  { query }: ListingQuery,
  page: number,
  signal?: AbortSignal,
): Promise<ProductList> {
  return api.listProducts({ query: { page, perPage: LISTING_PAGE_SIZE, ...query }, signal });
}
