/** Merges the staged rows of a product import into the catalogue. */

import { type SQL, sql } from "drizzle-orm";
import type { ProductState } from "../../../../contract/catalogue/schemas.ts";
import type { Actor } from "../../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { adjustStock } from "../../../selling/stock/stock.ts";
import { GST_SINCE, today } from "../../../selling/variants/gst-rate.ts";
import { projectVariants } from "../../../selling/variants/project-variants.ts";
import { auditChanges, readLogged } from "./import-audit.ts";
import { type CsvField, columnsOf, isOfKnown, names, PRODUCT_COLUMNS, VARIANT_COLUMNS } from "./import-staging.ts";
import { lockStagedStock, noteStockSeen, recordFileStock, stagedStock } from "./import-stock.ts";
import { isVariantField } from "./product-columns.ts";

/** Rows merged per statement; more would take too much memory in the triggers. */
const CHUNK = 2000;

/** Finds the products that this import brings back into stock. Call it before mergeRows. */
export async function findRestocked(trx: DatabaseOrTransaction): Promise<number[]> {
  const found = await rowsOf(
    trx,
    { id: "number" },
    sql`select distinct product.id from product join import_row on import_row.product_id = product.id
      where not product.in_stock and is_repeated is not true and import_row.stock > coalesce(import_row.stock_before, 0)`,
  );
  return found.map(({ id }) => id);
}

export interface Merge {
  /** The file's fields. */
  fields: ReadonlySet<CsvField>;
  /** The state of new products without one in the file. */
  newState: ProductState;
  /** Who imports the file, for the audit log. */
  actor: Actor;
}

/**
 * Merges the staged rows. Unchanged products, and columns that the file lacks, are not touched. Products whose prices, taxes, stock or state
 * change are entries of the audit log.
 * @returns how many products the file has, how many of them are new, and how many have changed
 */
export async function mergeRows(
  trx: DatabaseOrTransaction,
  merge: Merge,
  onRows: (done: number) => void = () => {},
): Promise<{ products: number; added: number; changed: number }> {
  const [{ last, products, added } = { last: 0, products: 0, added: 0 }] = await rowsOf(
    trx,
    { last: "number", products: "number", added: "number" },
    sql`select coalesce(max(file_row), 0) as last, (count(*) filter (where place = 1))::int as products,
      (count(*) filter (where place = 1 and product_id is null))::int as added from import_row`,
  );
  const { fields } = merge;
  if (fields.has("stock")) {
    await lockStagedStock(trx);
    await noteStockSeen(trx);
  }
  await freeNames(trx);
  const changed = new Set<number>();
  let done = 0;
  for (let from = 0; from < last; ) {
    const [chunk] = await rowsOf(
      trx,
      { until: "number", rows: "number" },
      sql`select max(file_row) as until, count(*)::int as rows
        from (select file_row from import_row where file_row > ${from} order by file_row limit ${CHUNK}) as next`,
    );
    if (!chunk?.rows) break;
    const rows = sql`file_row > ${from} and file_row <= ${chunk.until}`;
    for (const id of await mergeChunk(trx, merge, rows)) changed.add(id);
    done += chunk.rows;
    from = chunk.until;
    onRows(done);
  }
  if (fields.has("stock")) await recordFileStock(trx);
  return { products, added, changed: changed.size - added };
}

/** Frees SKUs and labels first, because two sizes may swap theirs. */
async function freeNames(trx: DatabaseOrTransaction): Promise<void> {
  await trx.execute(sql`update variant set sku = '(import) ' || id
    where exists (select from import_row where import_row.sku = variant.sku and import_row.variant_id is distinct from variant.id)`);
  await trx.execute(sql`update variant set label = '(import) ' || id
    where exists (select from import_row where ${isOfKnown} and import_row.product_id = variant.product_id and import_row.label = variant.label
      and import_row.variant_id is distinct from variant.id)`);
}

/** @returns the products that are new or have changed */
async function mergeChunk(
  trx: DatabaseOrTransaction,
  { fields, newState, actor }: Merge,
  chunk: SQL,
): Promise<Set<number>> {
  const before = await readLogged(trx, fields, chunk);
  const products = await rowsOf(trx, { id: "number" }, sql`${upsertProducts(fields, newState, chunk)} returning id`);
  await trx.execute(sql`update import_row set product_id = product.id from product
    where product.slug = import_row.slug and import_row.product_id is null and ${chunk}`);
  const variants = await rowsOf(
    trx,
    { product_id: "number" },
    sql`${updateVariants(fields, chunk)} returning variant.product_id`,
  );
  const added = await rowsOf(
    trx,
    { product_id: "number" },
    sql`insert into variant (product_id, ${names(VARIANT_COLUMNS)})
      select product_id, ${sql.raw(VARIANT_COLUMNS.map(newValue).join(", "))} from import_row as given
      where variant_id is null and ${chunk} order by file_row returning product_id`,
  );
  await trx.execute(sql`update import_row set variant_id = variant.id from variant
    where variant.product_id = import_row.product_id and variant.sku = import_row.sku and import_row.variant_id is null and ${chunk}`);
  const rated = fields.has("gstPercent") ? await rowsOf(trx, { product_id: "number" }, mergeRates(chunk)) : [];
  const ofSizes = [...variants, ...added, ...rated].map(({ product_id }) => product_id);
  const projected = [...variants, ...added].map(({ product_id }) => product_id);
  // Listings filter published products by their projected price.
  if (fields.has("state")) projected.push(...products.map(({ id }) => id));
  const counted = fields.has("stock") ? await adjustStock(trx, stagedStock(chunk), "Product file") : [];
  // After the stock, so that a product is written once.
  await projectVariants(trx, [...new Set(projected)]);
  const stocked = await rowsOf(
    trx,
    { product_id: "number" },
    sql`select product_id from variant where id = any (${`{${counted.join(",")}}`}::bigint[])`,
  );
  const written = new Set(products.map(({ id }) => id));
  const others = ofSizes.filter((id) => !written.has(id));
  if (others.length > 0)
    await trx.execute(sql`update product set updated_at = now() where id = any (${`{${others.join(",")}}`}::bigint[])`);
  if (before.length > 0) await auditChanges(trx, { before, after: await readLogged(trx, fields, chunk) }, actor);
  return new Set([...written, ...ofSizes, ...stocked.map(({ product_id }) => product_id)]);
}

/** Puts a new size after its product's others, in the order of the file. */
const newValue = (column: string) =>
  column === "position"
    ? `coalesce(given.position, given.place - 1 + coalesce(
        (select max(known.position) + 1 from variant as known where known.product_id = given.product_id), 0))`
    : `given.${column}`;

function upsertProducts(fields: ReadonlySet<CsvField>, newState: ProductState, chunk: SQL): SQL {
  const given = [...fields].filter((field) => !isVariantField(field)).flatMap(columnsOf);
  const state = `coalesce(given.state, known.state, '${newState}')`;
  const value = (column: string) => {
    if (column === "state") return state;
    // Only a product that is already scheduled can have a time, since the file has none.
    if (column === "publish_at") return `case ${state} when 'scheduled' then known.publish_at end`;
    if (column === "created_at") return "coalesce(given.created_at, known.created_at, now())";
    return given.includes(column)
      ? `given.${column}`
      : `case when known.id is null then given.${column} else known.${column} end`;
  };
  // What projectVariants finds of a new product's sizes: so it does not change them, which would compute the words of its search row again.
  const sizes = sql`case when known.id is null then coalesce((
      select array_agg(label order by coalesce(position, place - 1), file_row) from import_row as size
      where size.slug = given.slug and on_sale and ${chunk}), '{}') else known.sizes end`;
  const updates = given.filter((column) => column !== "slug");
  if (fields.has("state")) updates.push("publish_at");
  const columns = [...PRODUCT_COLUMNS, "publish_at"];
  const update = sql`update
      set ${sql.raw(updates.map((name) => `${name} = excluded.${name}`).join(", "))}, updated_at = now()
      where (${names(updates, "product.")}) is distinct from (${names(updates, "excluded.")})`;
  return sql`insert into product (${names(columns)}, sizes)
    select ${sql.raw(columns.map(value).join(", "))}, ${sizes}
    from import_row as given left join product as known on known.slug = given.slug
    where given.place = 1 and ${chunk} order by given.file_row
    on conflict (slug) do ${updates.length > 0 ? update : sql`nothing`}`;
}

function updateVariants(fields: ReadonlySet<CsvField>, chunk: SQL): SQL {
  const isGiven = (column: string) => [...fields].some((field) => columnsOf(field).includes(column));
  // The label derives from the net quantity, so it may change without a column of its own.
  const updates = VARIANT_COLUMNS.filter((column) => isGiven(column) || column === "label");
  const value = (column: string) =>
    column === "position" ? "coalesce(given.position, variant.position)" : `given.${column}`;
  return sql`update variant set ${sql.raw(updates.map((name) => `${name} = ${value(name)}`).join(", "))}
    from import_row as given
    where given.variant_id = variant.id and ${chunk}
      and (${names(updates, "variant.")}) is distinct from (${sql.raw(updates.map(value).join(", "))})`;
}

/** Adds or changes the rates of a chunk: those with a date, and those that differ from today's rate. */
function mergeRates(chunk: SQL): SQL {
  return sql`with merged as (
      insert into gst_rate (variant_id, valid_from, percent)
      select variant.id, coalesce(gst_valid_from, case when is_new then ${GST_SINCE}::date else ${today} end), gst_percent
      from import_row join variant on variant.id = import_row.variant_id
      where ${chunk} and (gst_valid_from is not null or gst_percent is distinct from (
        select percent from gst_rate where variant_id = variant.id and valid_from <= ${today} order by valid_from desc limit 1))
      on conflict (variant_id, valid_from) do update set percent = excluded.percent where gst_rate.percent <> excluded.percent
      returning variant_id
    )
    select variant.product_id from merged join variant on variant.id = merged.variant_id`;
}
