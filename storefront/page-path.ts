import { readChoices, readPage, writeChoices } from "./listing/choices.ts";
import { SEARCH_PATH } from "./shell/search/search.ts";

const LISTING = /^\/(products|bestsellers|crazy-deals|category\/[^/]+)$/i;

/**
 * The path and query that a page is rendered from and cached by: the parameters that it reads, each written in one way. Whatever else
 * stands in a URL (campaign marks, defaults, another order) makes no second copy of it.
 */
export function pagePathOf({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): string {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (!LISTING.test(path)) return path;
  const choices = readChoices(searchParams);
  const search = path === SEARCH_PATH ? choices.search : "";
  return path + writeChoices({ ...choices, search }, readPage(searchParams));
}
