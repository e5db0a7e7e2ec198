import { createStore } from "./store.ts";

/**
 * The ids of the products in the cart and how many different ones there are (S3.32, S3.33). A guest has no cart; a customer's is kept
 * true by cart-sync.ts, which comes with the session.
 */
export interface CartState {
  productIds: readonly string[];
  count: number;
}

export const cartStore = createStore<CartState>({ productIds: [], count: 0 });
