/** How many pieces can be chosen, given how many are left when they are few, and the owner's maximum for an order. */
export function unitsToChoose(lowStock: number | null, maxUnits: number): number {
  return Math.min(lowStock ?? maxUnits, maxUnits);
}

/**
 * Reads a typed quantity: null for what is below 1 or no number, which then changes nothing. More than there is
 * becomes as many as there are.
 */
export function parseQuantity(text: string, max: number): number | null {
  const digits = text.trim();
  if (!/^[0-9]+$/.test(digits)) return null;
  const quantity = Number(digits);
  return quantity < 1 ? null : Math.min(quantity, max);
}

/** What is said where no more can be chosen. @param mostPieces the owner's maximum for an order */
export function limitText(max: number, maxUnits: number): string {
  return max < maxUnits ? `Only ${max} left.` : `You can order up to ${maxUnits} of one product.`;
}

/** What may stand in the field on the way to another number: nothing, or a sign that no digit followed yet. */
export function isUnfinished(text: string): boolean {
  return /^[-+]?$/.test(text.trim());
}
