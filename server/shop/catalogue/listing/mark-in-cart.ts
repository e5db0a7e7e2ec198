import type { ProductSummary } from "../../../../contract/catalogue/schemas.ts";

/**
 * Sets `add_cart` on the products that are in a cart. Returns copies, because concurrent requests share the products.
 * @param productIds ids of the products whose first size is in the caller's cart
 */
export function markInCart<P extends ProductSummary>(products: readonly P[], productIds: readonly string[]): P[] {
  const inCart = new Set(productIds);
  return products.map((product) => (inCart.has(product._id) ? { ...product, add_cart: true } : product));
}
