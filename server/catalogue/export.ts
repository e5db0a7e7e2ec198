import { sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import type { CsvProduct } from "./csv.ts";

/** Products that one query reads. */
const BATCH = 500;

type ExportRow = CsvProduct & { id: number };

/**
 * Every product as the product file has it, in the order in which they came into the catalogue: one moment of it, whatever is
 * changed meanwhile, and never more than a batch in memory.
 */
export async function exportProducts(db: Database, onBatch: (products: CsvProduct[]) => Promise<void>): Promise<void> {
  await db.transaction(
    async (trx) => {
      let after = 0;
      for (;;) {
        const rows = await readBatch(trx, after);
        const last = rows.at(-1);
        if (!last) return;
        after = last.id;
        await onBatch(rows);
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** The moment is written to the microsecond, so that a file that is read back unchanged changes nothing. */
async function readBatch(trx: DatabaseOrTransaction, after: number): Promise<ExportRow[]> {
  const result = await trx.execute(sql`
    select product.id, product.slug, sku, title, sub_title, product.description, coalesce(sub.slug, top.slug) as category,
      price_paise, original_price_paise, stock, is_featured, is_bestseller, key_benefits, how_to_use, faqs,
      top_notes, heart_notes, base_notes, scent_family, concentration, longevity, sillage, net_quantity, net_quantity_unit,
      ingredients, allergens, country_of_origin, shelf_life_months, hsn, gst_percent, paired_with,
      array(select picture ->> 'path' from jsonb_array_elements(images) with ordinality as listed(picture, place) order by place) as images,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at
    from product
    join category as top on top.id = product.category_id
    left join category as sub on sub.id = product.subcategory_id
    where product.id > ${after} order by product.id limit ${BATCH}`);
  return (result as unknown as { rows: ExportRow[] }).rows;
}
