/** Barcodes: GTIN of 8, 12, 13 or 14 digits. */

/** Whether a number has the length and the check digit of a GTIN: the sum of its digits, every second one from the last but one tripled, ends in 0. */
export function isBarcode(digits: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
