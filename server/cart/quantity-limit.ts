interface WantedQuantity {
  wanted: number;
  /** Pieces of `wanted` that are in the cart already. */
  held: number;
  stock: number;
  /** The owner's maximum for an order. */
  mostPieces: number;
}

/** Why so many pieces of a product cannot be had, as the customer is told; null when they can. */
export function quantityRefusal({ wanted, held, stock, mostPieces }: WantedQuantity): string | null {
  if (stock === 0) return "This product is out of stock.";
  const most = Math.min(stock, mostPieces);
  if (wanted <= most) return null;
  const limit = stock <= mostPieces ? `Only ${stock} left.` : `You can order up to ${mostPieces} of one product.`;
  return held > 0 ? `${limit} You already have ${held} in your cart.` : limit;
}
