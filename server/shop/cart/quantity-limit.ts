interface RequestedQuantity {
  requested: number;
  /** How many of the requested units are already in the cart. */
  inCart: number;
  stock: number;
  /** Whether the product is in stock, in this or another size. */
  isProductInStock?: boolean;
  /** The owner's maximum units of one product per order. */
  maxUnits: number;
}

/** @returns the message for the customer; null if this quantity can be bought */
export function quantityProblem({
  requested,
  inCart,
  stock,
  isProductInStock = false,
  maxUnits,
}: RequestedQuantity): string | null {
  if (stock === 0)
    return isProductInStock ? "This size is out of stock. Please choose another." : "This product is out of stock.";
  const max = Math.min(stock, maxUnits);
  if (requested <= max) return null;
  const limit = stock <= maxUnits ? `Only ${stock} left.` : `You can order up to ${maxUnits} of one product.`;
  return inCart > 0 ? `${limit} You already have ${inCart} in your cart.` : limit;
}
