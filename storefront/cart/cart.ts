import { createStore } from "../shared/store.ts";
import type { ItemKey } from "./item-key.ts";

/** The items in the cart, and their number. A guest has no cart; cart-sync.ts, which is loaded with the session, updates a customer's. */
export interface CartState {
  items: readonly ItemKey[];
  count: number;
  /** Units of each item in the cart. */
  quantities: Readonly<Record<string, number>>;
  /** Whether a customer's cart has been read; until then the items are unknown. */
  read: boolean;
}

export const NO_CART: CartState = { items: [], count: 0, quantities: {}, read: false };
export const cartStore = createStore(NO_CART);
