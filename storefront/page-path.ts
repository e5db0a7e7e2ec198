import { readChoices, readPage, writeChoices } from "./routes/listing/choices.ts";
import { searchInAddress } from "./routes/listing/load-listing.ts";

const LISTING = /^\/(products|bestsellers|crazy-deals|category\/[^/]+)$/i;

/**
 * The path and query that a page is rendered from and cached by: the parameters that it reads, each written in one way. Whatever else
 * stands in a URL (campaign marks, defaults, another order) makes no second copy of it.
 */
export function pagePathOf({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): string {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (!LISTING.test(path)) return path;
  const query = writeChoices(readChoices(searchParams), readPage(searchParams));
  const search = searchInAddress({ pathname: path, searchParams });
  if (search === "") return path + query;
  return `${path}${query}${query ? "&" : "?"}${new URLSearchParams({ search })}`;
}
