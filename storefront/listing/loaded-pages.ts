import type { ProductList, ProductSummary } from "../../contract/catalogue/schemas.ts";
import { HistoryMemory } from "../shared/history-memory.ts";

/** The pages that a listing has loaded. */
export interface LoadedPages {
  /** The text of the query that they belong to. */
  listingQuery: string;
  /** In order from the first page requested; never empty. */
  lists: readonly [ProductList, ...ProductList[]];
}

const loadedPages = new HistoryMemory<LoadedPages>();
const listeners = new Set<() => void>();

export function recallPages(key: string): LoadedPages | undefined {
  return loadedPages.recall(key);
}

export function storePages(key: string, pages: LoadedPages): void {
  loadedPages.store(key, pages);
  for (const listener of listeners) listener();
}

export function onPagesStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const lastList = ({ lists }: LoadedPages): ProductList => lists[lists.length - 1] ?? lists[0];

/** Whether more pages exist. */
export function hasMore(pages: LoadedPages): boolean {
  const { page, totalPages } = lastList(pages);
  return page < totalPages;
}

/** Whether products exist beyond the last page that can be requested (RESULT_WINDOW). */
export function endsEarly(pages: LoadedPages): boolean {
  const { page, totalPages, perPage, totalData, totalRelation } = lastList(pages);
  return page === totalPages && (page * perPage < totalData || totalRelation === "gte");
}

/** Returns all products in order. A product that moved to a later page between two requests is listed once. */
export function productsOf({ lists }: LoadedPages): ProductSummary[] {
  const byId = new Map<string, ProductSummary>();
  for (const { data } of lists) for (const product of data) if (!byId.has(product._id)) byId.set(product._id, product);
  return [...byId.values()];
}
