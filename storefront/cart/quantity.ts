/** Returns the largest quantity to offer: the few units left, or the owner's maximum for an order. */
export function unitsToChoose(lowStock: number | null, maxUnits: number): number {
  return Math.min(lowStock ?? maxUnits, maxUnits);
}

/** Parses a typed quantity: null if it is below 1 or not a number; at most `max`. */
export function parseQuantity(text: string, max: number): number | null {
  const digits = text.trim();
  if (!/^[0-9]+$/.test(digits)) return null;
  const quantity = Number(digits);
  return quantity < 1 ? null : Math.min(quantity, max);
}

/** Explains the maximum. @param maxUnits the owner's maximum for an order */
export function limitText(max: number, maxUnits: number): string {
  return max < maxUnits ? `Only ${max} left.` : `You can order up to ${maxUnits} of one product.`;
}

/** Whether a text may become a number: it is empty, or a sign without digits. */
export function isUnfinished(text: string): boolean {
  return /^[-+]?$/.test(text.trim());
}
