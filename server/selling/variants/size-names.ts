/** SKUs and names of sizes as people and spreadsheets write them: capitals and spaces make no difference. */

import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { variant } from "../../platform/database/schema.ts";

/** What two spellings of a name have in common, in SQL: as the index `variant_sku_key_index` has it. */
export const nameKey = (name: SQL | AnyColumn): SQL => sql`upper(translate(${name}, ' ' || chr(160), ''))`;

/** The same of a text. */
export const nameKeyOf = (name: string): string => name.replace(/[ \u00a0]/g, "").toUpperCase();

/** Finds sizes by their SKUs in any spelling; the stored one wins over others. @returns the sizes by the given SKU */
export async function findBySkus(
  db: DatabaseOrTransaction,
  skus: readonly string[],
): Promise<Map<string, { id: number; sku: string }>> {
  const found = await rowsOf(
    db,
    { given: "string", id: "number", sku: "string" },
    sql`select distinct on (given) given, ${variant.id} as id, ${variant.sku} as sku
      from jsonb_array_elements_text(${JSON.stringify(skus)}::text::jsonb) as named (given)
        join ${variant} on ${nameKey(variant.sku)} = ${nameKey(sql`given`)}
      order by given, ${variant.sku} = given desc, ${variant.id}`,
  );
  return new Map(found.map(({ given, id, sku }) => [given, { id, sku }]));
}
