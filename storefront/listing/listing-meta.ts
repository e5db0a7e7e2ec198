import { pageMeta } from "../shared/page-meta.ts";
import { searchInUrl } from "../shared/search.ts";
import { readPage } from "./choices.ts";
import type { ListingData } from "./load-listing.ts";

interface MetaArgs {
  matches: { id: string; loaderData?: unknown }[];
  loaderData?: ListingData | undefined;
  location: { search: string };
}

/** Search engines index a listing's pages, but not its sort orders and filters, and no searches. */
export function listingMeta({ matches, loaderData, location }: MetaArgs) {
  if (!loaderData) return pageMeta(matches, { title: "Page not found", description: "We couldn’t find this page." });
  const { scope } = loaderData;
  const query = new URLSearchParams(location.search);
  const page = readPage(query);
  const searched = searchInUrl({ pathname: scope.path, search: location.search });
  const title = searched ? `Results for “${searched}”` : (scope.category?.metaTitle ?? scope.title);
  return pageMeta(matches, {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: scope.category?.metaDescription ?? scope.description ?? scope.sentence,
    ...(!query.get("search") && { path: page > 1 ? `${scope.path}?page=${page}` : scope.path }),
    image: loaderData.first?.lists[0].data[0]?.images[0] ?? scope.category?.image ?? undefined,
  });
}
