let pending: string | null = null;

/** Records that the shopper has gone to log in to publish a review of this product. */
export function storeReviewIntent(productId: string): void {
  pending = productId;
}

/** Returns whether a review intent was recorded, and clears it. */
export function consumeReviewIntent(productId: string): boolean {
  const isPending = pending === productId;
  if (isPending) pending = null;
  return isPending;
}
