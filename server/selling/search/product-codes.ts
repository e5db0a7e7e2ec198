import { inArray, or } from "drizzle-orm";
import { plainCode } from "../../../contract/written-numbers.ts";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { variant } from "../../platform/database/schema.ts";
import { nameKey, nameKeyOf } from "../variants/size-names.ts";

/** A text of letters is searched as words, also if a SKU is written like it. */
const MAY_BE_CODE = /[\p{Nd}\p{Pd}_/]/u;

/** Finds the sizes whose SKU or barcode is a text or a word of it. Capitals, spaces and the kind of dash make no difference. */
export async function findSizesByCode(db: ReadDatabase, text: string): Promise<{ id: number; productId: number }[]> {
  const normal = text.normalize("NFKC");
  const codes = [normal, ...normal.split(/[\s,;]+/)].filter((one) => MAY_BE_CODE.test(one)).flatMap(spellingsOf);
  if (codes.length === 0) return [];
  const distinct = [...new Set(codes)];
  return db
    .select({ id: variant.id, productId: variant.productId })
    .from(variant)
    .where(or(inArray(nameKey(variant.sku), distinct), inArray(variant.barcode, distinct)));
}

/** How the shop may have written a code that has other dashes, or spaces or underscores for hyphens. */
const spellingsOf = (code: string) => [
  nameKeyOf(code),
  plainCode(code),
  plainCode(code.trim().replace(/[\s_]+/g, "-")),
];

/** Finds the size that each code names: by its SKU in any spelling, else by its barcode. @returns the sizes by code; several may share a barcode */
export async function findSizesByCodes(db: ReadDatabase, codes: readonly string[]): Promise<Map<string, number[]>> {
  const keys = [...new Set(codes.map(nameKeyOf))];
  if (keys.length === 0) return new Map();
  const found = await db
    .select({ id: variant.id, sku: variant.sku, barcode: variant.barcode })
    .from(variant)
    .where(or(inArray(nameKey(variant.sku), keys), inArray(variant.barcode, keys)));
  return new Map(
    codes.map((code) => {
      const named = (field: "sku" | "barcode") =>
        found.filter((one) => nameKeyOf(one[field] ?? "") === nameKeyOf(code)).map(({ id }) => id);
      const bySku = named("sku");
      return [code, bySku.length > 0 ? bySku : named("barcode")];
    }),
  );
}
