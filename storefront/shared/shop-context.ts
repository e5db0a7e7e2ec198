import { useRouteLoaderData } from "react-router";
import type { Category } from "../../contract/catalogue/schemas.ts";
import type { Shop } from "../../contract/shop.ts";

export interface RootData {
  shop: Shop;
  categories: Category[];
  /** When the page was rendered, in milliseconds since 1970: "3 days ago" is relative to it until hydration. */
  renderedAt: number;
}

/** The shop's details and categories, loaded once with the first page. */
export function useRootData(): RootData {
  const root = useRouteLoaderData<RootData>("root");
  if (!root) throw new Error("outside the shop's frame");
  return root;
}

export const useShop = (): Shop => useRootData().shop;
