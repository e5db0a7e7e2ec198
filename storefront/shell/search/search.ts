import { createStore } from "../../shared/store.ts";

/** What is in the search box. On /products it follows the address, and the address follows it once typing pauses. */
export const searchStore = createStore("");

/** The screen that a search leads to. */
export const SEARCH_PATH = "/products";

/** State of a navigation. */
export interface SearchNavigation {
  /** Comes from typing: the box, which may be a few letters ahead of the address, keeps its text, its focus and its place. */
  typed?: boolean;
}
export const TYPED: SearchNavigation = { typed: true };

/** The search text that an address holds; empty for every path but /products. */
export function searchInUrl({ pathname, search }: { pathname: string; search: string }): string {
  return pathname === SEARCH_PATH ? (new URLSearchParams(search).get("search") ?? "").trim() : "";
}

/** The address that lists what a text finds. */
export function searchPath(text: string): string {
  return text.trim() === "" ? SEARCH_PATH : `${SEARCH_PATH}?${new URLSearchParams({ search: text.trim() })}`;
}
