interface RequestedQuantity {
  requested: number;
  /** Units of the requested quantity that are in the cart already. */
  inCart: number;
  stock: number;
  /** Whether the product is in stock, in this or another size. */
  isProductInStock?: boolean;
  /** The owner's maximum of one product per order. */
  maxUnits: number;
}

/** @returns the message for the customer; null if so many units can be bought */
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
