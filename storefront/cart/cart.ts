import { createStore } from "../shared/store.ts";

/**
 * The ids of the products in the cart and how many different ones there are. A guest has no cart; cart-sync.ts,
 * which is loaded with the session, updates a customer's.
 */
export interface CartState {
  productIds: readonly string[];
  count: number;
  /** How many units of each product are in the cart, by its id. */
  quantities: Readonly<Record<string, number>>;
  /** Whether a customer's cart has been read; until then the ids are unknown. */
  read: boolean;
}

export const NO_CART: CartState = { productIds: [], count: 0, quantities: {}, read: false };
export const cartStore = createStore(NO_CART);
