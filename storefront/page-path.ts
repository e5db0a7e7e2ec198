import { SIZE_PARAM, sizeParam } from "../contract/catalogue/product-path.ts";
import { readChoices, readPage, writeChoices } from "./listing/choices.ts";
import { SEARCH_PATH } from "./shared/search.ts";

const PRODUCT = /^\/product\/[^/]+$/i;
/** A longer one names no size. */
const MAX_SIZE_PARAM = 60;
const LISTING = /^\/(products|bestsellers|crazy-deals|category\/[^/]+)$/i;

/**
 * Returns the path and query from which a page is rendered and under which it is cached: only the parameters that it reads, in canonical
 * form. Other parameters of a URL (campaigns, defaults, another order) do not create a second copy.
 */
export function pagePathOf({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): string {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (PRODUCT.test(path)) {
    const size = sizeParam((searchParams.get(SIZE_PARAM) ?? "").slice(0, MAX_SIZE_PARAM));
    return size === "" ? path : `${path}?${SIZE_PARAM}=${encodeURIComponent(size)}`;
  }
  if (!LISTING.test(path)) return path;
  // Whether the shop knows the order by country is not known here.
  const choices = readChoices(searchParams, true);
  const search = path === SEARCH_PATH ? choices.search : "";
  return path + writeChoices({ ...choices, search }, readPage(searchParams));
}
