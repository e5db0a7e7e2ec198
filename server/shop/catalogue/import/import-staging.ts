/** The staging table of a product import: filled while the file is read, then compared with the catalogue and merged into it. */

import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { nameKey } from "../../../selling/variants/size-names.ts";
import type { CsvColumn } from "./csv-table.ts";
import { CSV_COLUMNS, type CsvProduct, isVariantField } from "./product-columns.ts";

export type CsvField = keyof CsvProduct;

/** Columns of other tables than `variant`: of `stock` and `gst_rate`. */
const OTHER_TABLES = {
  stock: "integer",
  stock_before: "integer",
  packs_carry_mrp: "boolean",
  gst_percent: "integer",
  gst_valid_from: "date",
} as const;

/** Returns the table columns that a field of the file fills. */
export const columnsOf = (field: CsvField): string[] =>
  field === "categoryId" ? ["category_id", "subcategory_id"] : [toSnakeCase(field)];

/** The fields of a file's columns. */
export const fieldsOf = (columns: readonly CsvColumn[]): Set<CsvField> =>
  new Set(
    CSV_COLUMNS.filter(({ field }) => columns.some((column) => column.field === field)).map(({ field }) => field),
  );

const columnsWhere = (isIncluded: (field: CsvField) => boolean) =>
  CSV_COLUMNS.filter(({ field }) => isIncluded(field)).flatMap(({ field }) => columnsOf(field));
export const PRODUCT_COLUMNS = columnsWhere((field) => !isVariantField(field));
export const VARIANT_COLUMNS = columnsWhere(isVariantField).filter((column) => !(column in OTHER_TABLES));
/** Defaults of columns that the file lacks, by table column. */
const DEFAULTS = Object.fromEntries(
  CSV_COLUMNS.filter(({ required }) => !required).map(({ field, missing }) => [toSnakeCase(field), missing]),
);

export const names = (columns: readonly string[], table = ""): SQL =>
  sql.raw(columns.map((name) => table + name).join(", "));

export async function createStagingTable(trx: DatabaseOrTransaction): Promise<void> {
  const others = Object.entries(OTHER_TABLES).map(([name, type]) => `null::${type} as ${name}`);
  await trx.execute(
    sql`create temporary table import_row on commit drop as select 0 as file_row, ${names(PRODUCT_COLUMNS, "product.")},
      ${names(VARIANT_COLUMNS, "variant.")}, ${sql.raw(others.join(", "))}, false as is_further,
      0 as file_stock_before, 0 as file_stock, false as is_repeated, 0 as place, 0::bigint as product_id, 0::bigint as variant_id, false as is_new
      from product, variant with no data`,
  );
}

/**
 * @param rows values by field; missing ones get their default. `isFurther`: the previous row belongs to the same product
 */
export async function insertStaged(
  trx: DatabaseOrTransaction,
  rows: readonly { row: number; isFurther: boolean; values: Record<string, unknown> }[],
): Promise<void> {
  const json = JSON.stringify(
    rows.map(({ row, isFurther, values }) => ({
      file_row: row,
      is_further: isFurther,
      ...DEFAULTS,
      ...Object.fromEntries(Object.entries(values).map(([field, value]) => [toSnakeCase(field), value])),
    })),
  );
  await trx.execute(
    sql`insert into import_row select * from jsonb_populate_recordset(null::import_row, ${json}::text::jsonb)`,
  );
}

/** Whether a row's product is known. Joins with its sizes say so, or the planner expects some for new products and reads all sizes. */
export const isOfKnown: SQL = sql`import_row.product_id is not null`;

/** The label of a row without one: its net quantity. */
const netQuantityOf = (table: string) =>
  `case when ${table}.net_quantity = 1 and ${table}.net_quantity_unit = 'pieces' then '1 piece'
    else ${table}.net_quantity || ' ' || ${table}.net_quantity_unit end`;

/**
 * Matches each row with its product and size, which stay null for new ones, and numbers the rows of a product. A size is found by its SKU,
 * else by its label, whatever their capitals and spaces, which stay as they are stored. A file with neither means the product's first size; a file without labels that has one row for a product with one size
 * means that size.
 * @param fields the file's fields
 */
export async function matchVariants(trx: DatabaseOrTransaction, fields: ReadonlySet<CsvField>): Promise<void> {
  await trx.execute(sql`create index on import_row (file_row)`);
  await trx.execute(sql`create index on import_row (slug)`);
  await trx.execute(sql`create index on import_row (variant_id)`);
  await trx.execute(sql`analyze import_row`);
  await trx.execute(sql`
    update import_row set place = placed.place, product_id = product.id, is_new = import_row.variant_id is null
    from (select file_row, row_number() over (partition by slug order by file_row)::int as place from import_row) as placed
      join import_row as given using (file_row) left join product on product.slug = given.slug
    where import_row.file_row = placed.file_row`);
  const matches = (condition: SQL) => sql`
    update import_row set variant_id = variant.id from variant
    where ${isOfKnown} and import_row.variant_id is null and variant.product_id = import_row.product_id and ${condition}
      and not exists (select from import_row as other where other.variant_id = variant.id)`;
  if (fields.has("sku")) {
    await trx.execute(matches(sql`variant.sku = import_row.sku`));
    await trx.execute(matches(isSameName("sku")));
  }
  if (fields.has("label")) {
    await trx.execute(matches(sql`variant.label = import_row.label`));
    await trx.execute(matches(isSameName("label")));
  } else if (fields.has("sku"))
    await trx.execute(
      matches(sql`place = 1 and not exists (select from variant as second where second.product_id = variant.product_id and second.id <> variant.id)
        and not exists (select from import_row as further where further.slug = import_row.slug and further.place = 2)`),
    );
  else
    await trx.execute(
      matches(
        sql`place = 1 and variant.id = (select first_variant_id from product where product.id = import_row.product_id)`,
      ),
    );
  // Another spelling finds a size; it does not rename it.
  for (const name of ["sku", "label"] as const)
    await trx.execute(sql`update import_row set ${sql.raw(name)} = variant.${sql.raw(name)} from variant
      where is_new and variant.id = import_row.variant_id and variant.${sql.raw(name)} <> import_row.${sql.raw(name)} and ${isSameName(name)}`);
  await trx.execute(sql`update import_row set is_new = variant_id is null`);
  await labelRows(trx, fields);
}

const isSameName = (name: "sku" | "label") =>
  sql`${nameKey(sql.raw(`variant.${name}`))} = ${nameKey(sql.raw(`import_row.${name}`))}`;

/** Sets the missing labels: the stored one, unless it was the net quantity, which may have changed. */
async function labelRows(trx: DatabaseOrTransaction, fields: ReadonlySet<CsvField>): Promise<void> {
  const hasQuantity = fields.has("netQuantity") && fields.has("netQuantityUnit");
  const derived = sql.raw(netQuantityOf("import_row"));
  await trx.execute(sql`update import_row set label = ${derived} where label is null and variant_id is null`);
  const stored = sql.raw(
    hasQuantity
      ? `case when variant.label = ${netQuantityOf("variant")} then ${netQuantityOf("import_row")} else variant.label end`
      : "variant.label",
  );
  await trx.execute(
    sql`update import_row set label = ${stored} from variant where variant.id = import_row.variant_id and import_row.label is null`,
  );
}
