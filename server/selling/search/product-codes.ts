import { inArray, or, type SQL } from "drizzle-orm";
import { variant } from "../../platform/database/schema.ts";
import { nameKey, nameKeyOf } from "../variants/size-names.ts";

/** A text of letters is searched as words, also if a SKU is written like it. */
const MAY_BE_CODE = /[\d_/-]/;

/**
 * Returns a condition of `variant`: that a text, or a word of it, is its SKU or barcode. Capitals and spaces make no difference. Undefined if
 * the text has none.
 */
export function hasCodeIn(text: string): SQL | undefined {
  const normal = text.normalize("NFKC");
  const codes = [normal, ...normal.split(/[\s,;]+/)].filter((one) => MAY_BE_CODE.test(one)).map(nameKeyOf);
  if (codes.length === 0) return undefined;
  const distinct = [...new Set(codes)];
  return or(inArray(nameKey(variant.sku), distinct), inArray(variant.barcode, distinct));
}
