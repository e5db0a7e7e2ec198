import { isBarcode } from "../../../contract/catalogue/barcode.ts";

/** Prefixes that GS1 gives to no product: UPC for shops' own use (02, 04), coupons (05, 98, 99), and numbers of one shop (2). */
const NOT_GLOBAL = /^(02|04|05|2|98|99)/;

/** Whether a barcode is a GTIN of one product in the whole world: its check digit is right, and its prefix is not for shops' own use. */
export function isGlobalGtin(barcode: string): boolean {
  if (!isBarcode(barcode)) return false;
  if (barcode.length === 8) return !/^[02]/.test(barcode);
  // The first of 14 digits says how many are in a box.
  return !NOT_GLOBAL.test(barcode.padStart(14, "0").slice(1));
}
