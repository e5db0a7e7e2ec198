const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Whether the last character of a GSTIN is its check digit: base 36, every second digit doubled, the digits of each product added. Finds any
 * mistyped character.
 */
export function hasCheckDigit(gstin: string): boolean {
  const sum = [...gstin.slice(0, -1)].reduce((total, character, place) => {
    const product = DIGITS.indexOf(character) * (place % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return gstin.endsWith(DIGITS.charAt((36 - (sum % 36)) % 36));
}
