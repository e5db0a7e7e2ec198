import { isImported } from "../../../contract/catalogue/origin.ts";

const ORIGIN =
  /\b(?:indian|swadeshi|(?:made|made by hand|handmade|crafted|produced|manufactured|blended|bottled|distilled|product) (?:in|of))\b/i;

/**
 * Whether a claim about all of the shop, such as "Made In India", says another origin than the product's own. The Consumer Protection Act
 * calls a false origin misleading, so such a claim is left out.
 * @param country the product's country of origin; empty if it is not known
 */
export function contradictsOrigin(claim: string, country: string): boolean {
  // The shop's own claims are about India; a place in it ("Made in Kannauj") is true of what comes from India.
  if (!isImported(country) || !ORIGIN.test(claim)) return false;
  return !claim.toLowerCase().includes(country.trim().toLowerCase());
}
