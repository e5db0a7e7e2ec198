/** How many pieces can be chosen, given how many are left when they are few, and the owner's maximum for an order. */
export function piecesToChoose(lowStock: number | null, mostPieces: number): number {
  return Math.min(lowStock ?? mostPieces, mostPieces);
}

/**
 * Reads a typed quantity: null for what is below 1 or no number, which then changes nothing (S5.50, S5.51). More than there is
 * becomes as many as there are.
 */
export function parseQuantity(text: string, most: number): number | null {
  const digits = text.trim();
  if (!/^[0-9]+$/.test(digits)) return null;
  const quantity = Number(digits);
  return quantity < 1 ? null : Math.min(quantity, most);
}

/** What is said where no more can be chosen. @param mostPieces the owner's maximum for an order */
export function limitText(most: number, mostPieces: number): string {
  return most < mostPieces ? `Only ${most} left.` : `You can order up to ${mostPieces} of one product.`;
}

/** What may stand in the field on the way to another number: nothing, or a sign that no digit followed yet. */
export function isUnfinished(text: string): boolean {
  return /^[-+]?$/.test(text.trim());
}
