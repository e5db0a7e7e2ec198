import type { ProductList } from "../../contract/catalogue/schemas.ts";
import { LISTING_PAGE_SIZE } from "../../contract/limits.ts";
import { type PublicClient, pathWithQuery, type Query } from "../api/client.ts";
import { type Choices, queryOfChoices, readChoices, readPage } from "./choices.ts";
import type { ListingScope } from "./scope.ts";

/** What a listing asks the server for: its part of the catalogue and the choices in the address. */
export interface ListingQuery {
  query: Query;
  /** The page that the listing begins with; 1 unless the address names another. */
  startPage: number;
  /** The same as text: two questions are one when their texts are. */
  text: string;
}

type Part = Pick<ListingScope, "kind" | "query">;

/** What the address of a listing chooses; a search counts on /products alone. */
export function choicesOf({ kind }: Pick<Part, "kind">, address: URLSearchParams): Choices {
  const choices = readChoices(address);
  return kind === "all" ? choices : { ...choices, search: "" };
}

export function listingQueryOf(scope: Part, address: URLSearchParams): ListingQuery {
  const query = {
    ...queryOfChoices(choicesOf(scope, address)),
    // The page's own keys stay beside the sort key (R11).
    ...scope.query,
  };
  const startPage = readPage(address);
  return { query, startPage, text: pathWithQuery("/product", { page: startPage, ...query }) };
}

export function setQuery(
  api: PublicClient,
  { query }: ListingQuery,
  page: number,
  signal?: AbortSignal,
): Promise<ProductList> {
  return api.listProducts({ query: { page, perPage: LISTING_PAGE_SIZE, ...query }, signal });
}
