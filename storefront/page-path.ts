import { readChoices, readPage, writeChoices } from "./listing/choices.ts";
import { SEARCH_PATH } from "./shared/search.ts";

const LISTING = /^\/(products|bestsellers|crazy-deals|category\/[^/]+)$/i;

/**
 * Returns the path and query from which a page is rendered and under which it is cached: only the parameters that it reads, in canonical
 * form. Other parameters of a URL (campaigns, defaults, another order) do not create a second copy.
 */
export function pagePathOf({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): string {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (!LISTING.test(path)) return path;
  const choices = readChoices(searchParams);
  const search = path === SEARCH_PATH ? choices.search : "";
  return path + writeChoices({ ...choices, search }, readPage(searchParams));
}
