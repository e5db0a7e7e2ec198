import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { createStore } from "../shared/store.ts";
import type { ItemKey } from "./item-key.ts";

/** What a shopper has just added to the cart; a new object each time. */
export interface AddedItem {
  item: ItemKey;
  /** The title, with the size if the product has several. */
  title: string;
  product: Pick<ProductSummary, "_id" | "slug" | "images">;
}

export const addedStore = createStore<AddedItem | null>(null);
