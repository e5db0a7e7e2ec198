import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import type { Paise } from "../money.ts";
import { adjustStock } from "../stock/stock.ts";
import { MAX_REPORTED, type Problems } from "./csv-problems.ts";
import { CSV_COLUMNS, type CsvProduct, originalPriceProblem } from "./product-columns.ts";

/** The staging table of a product import: filled while the file is read, validated, then merged into `product`. */

type CsvField = keyof CsvProduct;

/** The table columns that a field of the file fills. */
const columnsOf = (field: CsvField): string[] =>
  field === "categoryId" ? ["category_id", "subcategory_id"] : [toSnakeCase(field)];

const ALL_COLUMNS = CSV_COLUMNS.flatMap(({ field }) => columnsOf(field));
/** Stock is written by adjustStock alone. */
const WRITTEN_COLUMNS = ALL_COLUMNS.filter((column) => column !== "stock");
/** Defaults of columns that the file lacks, by table column. */
const DEFAULTS = Object.fromEntries(
  CSV_COLUMNS.filter(({ required }) => !required).map(({ field, missing }) => [toSnakeCase(field), missing]),
);

/** Rows merged by one statement; more would take too much memory in the triggers. */
const CHUNK = 2000;

const names = (columns: readonly string[], table = ""): SQL => sql.raw(columns.map((name) => table + name).join(", "));

export async function createStagingTable(trx: DatabaseOrTransaction): Promise<void> {
  await trx.execute(
    sql`create temporary table import_row on commit drop as select 0 as file_row, ${names(ALL_COLUMNS)} from product with no data`,
  );
}

/** @param rows values by field or table column; missing ones get their default */
export async function insertStaged(
  trx: DatabaseOrTransaction,
  rows: readonly { row: number; values: Record<string, unknown> }[],
): Promise<void> {
  const json = JSON.stringify(
    rows.map(({ row, values }) => ({
      file_row: row,
      ...DEFAULTS,
      ...Object.fromEntries(Object.entries(values).map(([field, value]) => [toSnakeCase(field), value])),
    })),
  );
  await trx.execute(
    sql`insert into import_row select * from jsonb_populate_recordset(null::import_row, ${json}::text::jsonb)`,
  );
}

/**
 * Reports problems between rows, and between rows and the catalogue: a slug or SKU used twice, an SKU of another product, a new product
 * without a required column, an original price not above the price.
 * @param fields the file's fields
 */
export async function findConflicts(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  problems: Problems,
): Promise<void> {
  await trx.execute(sql`create index on import_row (file_row)`);
  await trx.execute(sql`analyze import_row`);
  await findRepeated(trx, problems);
  await findTakenSkus(trx, problems);
  await findIncomplete(trx, fields, problems);
  await findWrongPrices(trx, fields, problems);
}

async function findRepeated(trx: DatabaseOrTransaction, problems: Problems): Promise<void> {
  for (const column of ["slug", "sku"] as const) {
    const duplicates = await rowsOf<{ row: number; slug: string; first: number; value: string; count: number }>(
      trx,
      sql`select *, count(*) over ()::int as count from (
        select file_row as row, slug, ${sql.raw(column)} as value, min(file_row) over (partition by ${sql.raw(column)}) as first
        from import_row where ${sql.raw(column)} is not null
      ) as seen where row > first order by row limit ${MAX_REPORTED}`,
    );
    for (const { row, slug, first, value } of duplicates)
      problems.add({ row, slug, column, message: `"${value}" is in row ${first} already` });
    problems.count += (duplicates[0]?.count ?? 0) - duplicates.length;
  }
}

async function findTakenSkus(trx: DatabaseOrTransaction, problems: Problems): Promise<void> {
  const conflicts = await rowsOf<{ row: number; slug: string; sku: string; owner: string; count: number }>(
    trx,
    sql`select file_row as row, import_row.slug, import_row.sku, product.slug as owner, count(*) over ()::int as count
      from import_row join product on product.sku = import_row.sku and product.slug <> import_row.slug
      where not exists (select from import_row as other where other.slug = product.slug)
      order by file_row limit ${MAX_REPORTED}`,
  );
  for (const { row, slug, sku, owner } of conflicts)
    problems.add({ row, slug, column: "sku", message: `"${sku}" belongs to the product ${owner}` });
  problems.count += (conflicts[0]?.count ?? 0) - conflicts.length;
}

async function findIncomplete(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  problems: Problems,
): Promise<void> {
  const missing = CSV_COLUMNS.filter(({ field, required }) => required && !fields.has(field));
  if (missing.length === 0) return;
  const found = await rowsOf<{ row: number; slug: string; count: number }>(
    trx,
    sql`select file_row as row, slug, count(*) over ()::int as count from import_row
      where slug is not null and not exists (select from product where product.slug = import_row.slug)
      order by file_row limit ${MAX_REPORTED}`,
  );
  const columns = missing.map(({ name }) => name).join(", ");
  const message = `is a new product and needs ${columns}, which the file has no column${missing.length > 1 ? "s" : ""} for`;
  for (const { row, slug } of found) problems.add({ row, slug, column: null, message });
  problems.count += (found[0]?.count ?? 0) - found.length;
}

/** Compares the price of a file that has only one of the two prices with the other, stored price. */
async function findWrongPrices(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  problems: Problems,
): Promise<void> {
  if (fields.has("pricePaise") === fields.has("originalPricePaise")) return;
  const price = sql.raw(fields.has("pricePaise") ? "import_row.price_paise" : "product.price_paise");
  const original = sql.raw(
    fields.has("originalPricePaise") ? "import_row.original_price_paise" : "product.original_price_paise",
  );
  const found = await rowsOf<{ row: number; slug: string; price: Paise; original: Paise; count: number }>(
    trx,
    sql`select file_row as row, slug, ${price} as price, ${original} as original, count(*) over ()::int as count
      from import_row join product using (slug) where ${original} <= ${price} order by file_row limit ${MAX_REPORTED}`,
  );
  for (const { row, slug, price, original } of found)
    problems.add(originalPriceProblem({ row, slug }, price, original));
  problems.count += (found[0]?.count ?? 0) - found.length;
}

/** The products that this import brings back into stock. Call it before mergeRows. */
export async function findRestocked(trx: DatabaseOrTransaction): Promise<number[]> {
  const found = await rowsOf<{ id: number }>(
    trx,
    sql`select product.id from product join import_row using (slug) where product.stock = 0 and import_row.stock > 0`,
  );
  return found.map(({ id }) => id);
}

/**
 * Merges the staged rows into the catalogue. Unchanged products and columns that the file lacks stay untouched.
 * @param fields the file's fields
 */
export async function mergeRows(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  onRows: (done: number) => void,
): Promise<{ added: number; changed: number }> {
  const [{ last, added } = { last: 0, added: 0 }] = await rowsOf<{ last: number; added: number }>(
    trx,
    sql`select coalesce(max(file_row), 0) as last, (count(*) filter (where product.id is null))::int as added
      from import_row left join product using (slug)`,
  );
  // Frees SKUs first, since two products may swap theirs.
  await trx.execute(
    sql`update product set sku = '(import) ' || id
      where exists (select from import_row where import_row.sku = product.sku and import_row.slug <> product.slug)`,
  );
  let written = 0;
  let done = 0;
  for (let from = 0; from < last; ) {
    const [chunk] = await rowsOf<{ until: number; rows: number }>(
      trx,
      sql`select max(file_row) as until, count(*)::int as rows
        from (select file_row from import_row where file_row > ${from} order by file_row limit ${CHUNK}) as next`,
    );
    if (!chunk?.rows) break;
    const upserted = await rowsOf<{ id: number }>(trx, sql`${upsert(fields, from, chunk.until)} returning id`);
    const adjusted = fields.has("stock") ? await adjustStock(trx, countedStock(from, chunk.until), "Product file") : [];
    written += new Set([...upserted.map(({ id }) => id), ...adjusted]).size;
    done += chunk.rows;
    from = chunk.until;
    onRows(done);
  }
  return { added, changed: written - added };
}

const countedStock = (after: number, until: number) =>
  sql`select product.id as product_id, import_row.stock as quantity from import_row join product using (slug)
    where import_row.file_row > ${after} and import_row.file_row <= ${until}`;

function upsert(fields: ReadonlySet<CsvField>, after: number, until: number): SQL {
  const given = [...fields].filter((field) => field !== "stock").flatMap(columnsOf);
  const value = (column: string) => {
    if (column === "created_at") return "coalesce(given.created_at, known.created_at, now())";
    return given.includes(column)
      ? `given.${column}`
      : `case when known.id is null then given.${column} else known.${column} end`;
  };
  const updates = given.filter((column) => column !== "slug");
  const update = sql`update
      set ${sql.raw(updates.map((name) => `${name} = excluded.${name}`).join(", "))}, updated_at = now()
      where (${names(updates, "product.")}) is distinct from (${names(updates, "excluded.")})`;
  return sql`insert into product (${names(WRITTEN_COLUMNS)})
    select ${sql.raw(WRITTEN_COLUMNS.map(value).join(", "))}
    from import_row as given left join product as known on known.slug = given.slug
    where given.file_row > ${after} and given.file_row <= ${until} order by given.file_row
    on conflict (slug) do ${updates.length > 0 ? update : sql`nothing`}`;
}
