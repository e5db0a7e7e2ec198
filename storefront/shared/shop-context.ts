import { useRouteLoaderData } from "react-router";
import type { Category } from "../../contract/catalogue/schemas.ts";
import type { Shop } from "../../contract/shop.ts";

export interface RootData {
  shop: Shop;
  categories: Category[];
  /** When the page was made, in milliseconds since 1970: what "3 days ago" is reckoned from until the page is alive. */
  renderedAt: number;
}

/** The shop's own details and categories, loaded once with the first page. */
export function useRootData(): RootData {
  const root = useRouteLoaderData<RootData>("root");
  if (!root) throw new Error("outside the shop's frame");
  return root;
}

export const useShop = (): Shop => useRootData().shop;
