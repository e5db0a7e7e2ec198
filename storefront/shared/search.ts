import { createStore } from "./store.ts";

/** The search box's text. On /products it follows the URL, and the URL follows it once typing pauses. */
export const searchStore = createStore("");

/** Popular searches, which an empty search offers. */
export const POPULAR = ["Rose", "Sandalwood", "Attar", "Oud", "Under 1000", "Gift"];

/** The results page. */
export const SEARCH_PATH = "/products";

/** Navigation state. */
export interface SearchNavigation {
  /** Set if typing caused the navigation: the box, which may be ahead of the URL, keeps text, focus and caret. */
  typed?: boolean;
}
export const TYPED_NAVIGATION: SearchNavigation = { typed: true };

/** Returns a URL's search text; empty for every path except /products. */
export function searchInUrl({ pathname, search }: { pathname: string; search: string }): string {
  return pathname === SEARCH_PATH ? (new URLSearchParams(search).get("search") ?? "").trim() : "";
}

/** Returns the URL of a text's results. */
export function searchPath(text: string): string {
  return text.trim() === "" ? SEARCH_PATH : `${SEARCH_PATH}?${new URLSearchParams({ search: text.trim() })}`;
}
