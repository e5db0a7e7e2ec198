/** Finds rows of product files that would sell packs above the MRP that they carry. */

import { sql } from "drizzle-orm";
import type { Paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { column, numbersOf, rowsOf } from "../../../platform/database/rows.ts";
import { packsInShop } from "../../../selling/stock/printed-mrp.ts";
import { amount } from "./csv-cells.ts";
import type { Problems } from "./csv-problems.ts";
import type { CsvField } from "./import-staging.ts";

const FOUND = {
  slug: "string",
  isMrp: "boolean",
  mrp: column<Paise>("number"),
  given: column<Paise>("number"),
  ...numbersOf(["row", "packs", "count"]),
} as const;

/** Reports matched rows that raise the MRP of a size with packs in stock, unless they state that the packs carry it. @param fields the file's fields */
export async function findAbovePrintedMrp(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  problems: Problems,
): Promise<void> {
  if (!fields.has("pricePaise") && !fields.has("originalPricePaise")) return;
  const columnOf = (field: "pricePaise" | "originalPricePaise", name: string) =>
    sql.raw(`${fields.has(field) ? "import_row" : "variant"}.${name}`);
  const [price, original] = [
    columnOf("pricePaise", "price_paise"),
    columnOf("originalPricePaise", "original_price_paise"),
  ];
  const found = await rowsOf(
    trx,
    FOUND,
    sql`select *, count(*) over ()::int as count from (
        select file_row as row, import_row.slug, greatest(variant.price_paise, variant.original_price_paise) as mrp,
          greatest(${price}, ${original}) as given, coalesce(${original} > ${price}, false) as "isMrp",
          ${packsInShop(sql`variant.id`)} as packs
        from import_row join variant on variant.id = import_row.variant_id
        where import_row.packs_carry_mrp is not true
          and greatest(${price}, ${original}) > greatest(variant.price_paise, variant.original_price_paise)
      ) as raised where packs > 0 order by row limit ${problems.max}`,
  );
  for (const { row, slug, mrp, given, isMrp, packs } of found) {
    const carry = packs === 1 ? "1 pack in stock carries" : `${packs} packs in stock carry`;
    problems.add({
      row,
      slug,
      column: isMrp ? "original_price" : "price",
      cell: amount.write(given),
      message: `${carry} the MRP ${amount.write(mrp)}, and the law forbids selling above it; keep that MRP, or write yes in a column packs_carry_mrp if the packs carry the new one`,
    });
  }
  problems.count += (found[0]?.count ?? 0) - found.length;
}
