interface RequestedQuantity {
  requested: number;
  /** Pieces of `wanted` that are in the cart already. */
  held: number;
  stock: number;
  /** The owner's maximum for an order. */
  maxUnits: number;
}

/** Why so many pieces of a product cannot be had, as the customer is told; null when they can. */
export function quantityProblem({ requested, held, stock, maxUnits }: RequestedQuantity): string | null {
  if (stock === 0) return "This product is out of stock.";
  const max = Math.min(stock, maxUnits);
  if (requested <= max) return null;
  const limit = stock <= maxUnits ? `Only ${stock} left.` : `You can order up to ${maxUnits} of one product.`;
  return held > 0 ? `${limit} You already have ${held} in your cart.` : limit;
}
