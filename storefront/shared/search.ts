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
  /** Set if the search was submitted: the focus moves to the results. */
  submitted?: boolean;
}
export const TYPED_NAVIGATION: SearchNavigation = { typed: true };
export const SUBMITTED_SEARCH: SearchNavigation = { submitted: true };

/** Returns a URL's search text; empty for every path except /products. */
export function searchInUrl({ pathname, search }: { pathname: string; search: string }): string {
  return pathname === SEARCH_PATH ? (new URLSearchParams(search).get("search") ?? "").trim() : "";
}

/** Returns the URL of a text's results. @param choices the query whose sort order and filters stay */
export function searchPath(text: string, choices = ""): string {
  const others = new URLSearchParams(choices);
  others.delete("search");
  others.delete("page");
  const query = new URLSearchParams([...(text.trim() === "" ? [] : [["search", text.trim()]]), ...others]).toString();
  return query === "" ? SEARCH_PATH : `${SEARCH_PATH}?${query}`;
}
