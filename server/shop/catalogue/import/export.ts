import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { DatabaseOrTransaction, ReadDatabase } from "../../../platform/database/database.ts";
import { type Column, type RowOf, rowsOf } from "../../../platform/database/rows.ts";
import { today } from "../../../selling/variants/gst-rate.ts";
import { CSV_COLUMNS, type CsvProduct, isVariantField } from "./product-columns.ts";

/** Products per query. */
const BATCH = 500;

const EXPORTED = Object.fromEntries(
  ["productId", "variantId", ...CSV_COLUMNS.map(({ field }) => field)].map((name) => [name, "any"]),
) as { [Name in keyof CsvProduct]: Column<CsvProduct[Name]> } & Record<"productId" | "variantId", Column<number>>;
export type ExportRow = RowOf<typeof EXPORTED>;

const available = sql`coalesce(stock.on_hand - stock.reserved, 0)`;
/** Columns whose value in the file differs from the table's. */
const EXPRESSIONS: Partial<Record<keyof CsvProduct, SQL>> = {
  categoryId: sql`coalesce(sub.slug, top.slug)`,
  images: sql`array(select picture ->> 'path' from jsonb_array_elements(product.images) with ordinality as listed(picture, place) order by place)`,
  stock: available,
  // A person who changes the exported stock has seen this number.
  stockBefore: available,
  packsCarryMrp: sql`null::boolean`,
  gstPercent: sql`rate.percent`,
  gstValidFrom: sql`rate.valid_from::text`,
  image: sql`variant.image ->> 'path'`,
  // With microseconds, so that importing an unchanged export changes nothing.
  createdAt: sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
};

const columns = sql.join(
  CSV_COLUMNS.map(({ field }) => {
    const column = sql`${sql.raw(isVariantField(field) ? "variant" : "product")}.${sql.identifier(toSnakeCase(field))}`;
    return sql`${EXPRESSIONS[field] ?? column} as ${sql.identifier(field)}`;
  }),
  sql`, `,
);

/**
 * Reads every size of every product as a row of the product file, oldest product first, from one snapshot of the database. Yields batches
 * of whole products, so that memory stays flat.
 * @param filter of `product`
 */
export async function exportProducts(
  db: ReadDatabase,
  onBatch: (products: CsvProduct[]) => Promise<void>,
  filter: SQL = sql`true`,
): Promise<void> {
  await db.transaction(
    async (trx) => {
      let after = 0;
      for (;;) {
        const rows = await readBatch(trx, after, filter);
        const last = rows.at(-1);
        if (!last) return;
        after = last.productId;
        await onBatch(rows.map(({ productId: _, variantId: __, ...product }) => product));
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Reads the sizes of the next products. @param after the id of a product; @param filter of `product` */
export async function readBatch(trx: DatabaseOrTransaction, after: number, filter: SQL): Promise<ExportRow[]> {
  return readRowsWhere(
    trx,
    sql`product.id in (select id from product where id > ${after} and ${filter} order by id limit ${BATCH})`,
  );
}

/** Reads sizes as rows of the product file, product by product. @param condition of `product` and `variant` */
export async function readRowsWhere(trx: DatabaseOrTransaction, condition: SQL): Promise<ExportRow[]> {
  return rowsOf(
    trx,
    EXPORTED,
    sql`select product.id as "productId", variant.id as "variantId", ${columns}
    from product
    join variant on variant.product_id = product.id
    left join stock on stock.variant_id = variant.id
    left join lateral (
      select percent, valid_from from gst_rate where gst_rate.variant_id = variant.id and valid_from <= ${today}
      order by valid_from desc limit 1
    ) as rate on true
    join category as top on top.id = product.category_id
    left join category as sub on sub.id = product.subcategory_id
    where ${condition}
    order by product.id, variant.position, variant.id`,
  );
}
