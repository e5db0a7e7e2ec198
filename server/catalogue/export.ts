import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { DatabaseOrTransaction, ReadDatabase } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import { CSV_COLUMNS, type CsvProduct } from "./product-columns.ts";

/** Products that one query reads. */
const BATCH = 500;

type ExportRow = CsvProduct & { id: number };

/** Columns whose value in the file differs from the table's. */
const EXPRESSIONS: Partial<Record<keyof CsvProduct, SQL>> = {
  categoryId: sql`coalesce(sub.slug, top.slug)`,
  images: sql`array(select picture ->> 'path' from jsonb_array_elements(images) with ordinality as listed(picture, place) order by place)`,
  // To the microsecond, so that importing an unchanged export changes nothing.
  createdAt: sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
};

const columns = sql.join(
  CSV_COLUMNS.map(({ field }) => {
    const column = sql`product.${sql.identifier(toSnakeCase(field))}`;
    return sql`${EXPRESSIONS[field] ?? column} as ${sql.identifier(field)}`;
  }),
  sql`, `,
);

/**
 * Reads every product as a row of the product file, oldest first, from one snapshot of the database. Passes them on in batches, so that
 * memory stays flat.
 */
export async function exportProducts(
  db: ReadDatabase,
  onBatch: (products: CsvProduct[]) => Promise<void>,
): Promise<void> {
  await db.transaction(
    async (trx) => {
      let after = 0;
      for (;;) {
        const rows = await readBatch(trx, after);
        const last = rows.at(-1);
        if (!last) return;
        after = last.id;
        await onBatch(rows.map(({ id: _, ...product }) => product));
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function readBatch(trx: DatabaseOrTransaction, after: number): Promise<ExportRow[]> {
  return rowsOf<ExportRow>(
    trx,
    sql`select product.id, ${columns}
    from product
    join category as top on top.id = product.category_id
    left join category as sub on sub.id = product.subcategory_id
    where product.id > ${after} order by product.id limit ${BATCH}`,
  );
}
