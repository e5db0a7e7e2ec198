import type { LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { listingQueryOf, requestPage } from "./listing-query.ts";
import type { LoadedPages } from "./loaded-pages.ts";
import type { ListingScope } from "./scope.ts";

export interface ListingData {
  scope: ListingScope;
  /** The first page if the server rendered it; in the browser useListing requests it. */
  first: LoadedPages | null;
}

type Args = Pick<LoaderFunctionArgs, "request" | "params">;

/**
 * The loaders of a listing page.
 * @param scopeQueryOf the scope's parameters of `GET product`, derived from the URL alone, so that products and scope load in parallel
 * @param scopeOf the scope with its texts
 */
export function listingLoaders(
  scopeQueryOf: (params: LoaderRequest["params"]) => Pick<ListingScope, "kind" | "query">,
  scopeOf: (request: LoaderRequest) => Promise<ListingScope>,
) {
  const renderFirstPage = async (request: LoaderRequest): Promise<ListingData> => {
    const [scope, first] = await Promise.allSettled([
      scopeOf(request),
      firstPage(request, scopeQueryOf(request.params)),
    ]);
    // An unknown scope decides the page's status.
    if (scope.status === "rejected") throw scope.reason;
    if (first.status === "rejected") throw first.reason;
    return { scope: scope.value, first: first.value };
  };
  const loadScope = async (request: LoaderRequest): Promise<ListingData> => ({
    scope: await scopeOf(request),
    first: null,
  });
  return {
    loader: onServer(renderFirstPage) as (
      args: Args & { context: Readonly<RouterContextProvider> },
    ) => Promise<ListingData>,
    clientLoader: inBrowser(loadScope),
  };
}

async function firstPage(
  { api, url }: LoaderRequest,
  scopeQuery: Pick<ListingScope, "kind" | "query">,
): Promise<LoadedPages> {
  const { sellsImports } = await api.readShop();
  const listingQuery = listingQueryOf(scopeQuery, url.searchParams, sellsImports);
  return { listingQuery: listingQuery.text, lists: [await requestPage(api, listingQuery, listingQuery.startPage)] };
}
