import { sql } from "drizzle-orm";
import type { Picture } from "../../contract/pictures.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import type { MediaStore } from "../media/store.ts";
import { type CsvProduct, type Problem, type ReadRow, readHeader, readRow } from "./csv.ts";
import { CsvFileProblem, type CsvRow, readCsvFile } from "./csv-file.ts";
import { createImportPictures, type ImportPictures } from "./import-pictures.ts";

/**
 * The import of a product file. All of it happens in one transaction: rows are read, judged and laid into a table of their own
 * as they come, so that memory stays flat; only when no row has a problem does the catalogue take them over.
 */

export type ImportResult =
  | { imported: true; rows: number; added: number; changed: number }
  | { imported: false; rows: number; problems: Problem[]; problemCount: number };

export interface ImportProgress {
  stage: "reading" | "storing";
  /** Bytes while reading, rows while storing. */
  done: number;
  rows: number;
}

/** How many problems are told; the rest is counted. */
const TOLD = 50;
/** Rows that are judged and laid down together. */
const BATCH = 500;
/** Rows that one statement takes over: enough to be quick, few enough for the memory of the triggers behind it. */
const CHUNK = 2000;
/** Pictures that are judged at the same moment. */
const PICTURES_AT_ONCE = 4;

/** The table's own columns that a row brings along; the rest is kept by the database. */
const COLUMNS = [
  "slug",
  "sku",
  "title",
  "sub_title",
  "description",
  "category_id",
  "subcategory_id",
  "price_paise",
  "original_price_paise",
  "stock",
  "is_featured",
  "is_bestseller",
  "key_benefits",
  "how_to_use",
  "faqs",
  "top_notes",
  "heart_notes",
  "base_notes",
  "scent_family",
  "concentration",
  "longevity",
  "sillage",
  "net_quantity",
  "net_quantity_unit",
  "ingredients",
  "allergens",
  "country_of_origin",
  "shelf_life_months",
  "hsn",
  "gst_percent",
  "images",
  "paired_with",
  "created_at",
] as const;

const columns = (table = "") => sql.raw(COLUMNS.map((name) => table + name).join(", "));

/**
 * Stores the products of a CSV file, new ones and, by their slug, changed ones. Nothing is stored unless every row is right.
 * @throws the file system's error when the file cannot be read
 */
export async function importProducts(
  db: Database,
  { file, store, onProgress }: { file: string; store: MediaStore; onProgress: (progress: ImportProgress) => void },
): Promise<ImportResult> {
  const problems = createProblems();
  const pictures = createImportPictures(file, store);
  let rows = 0;
  try {
    const result = await db.transaction(async (trx) => {
      // As long as it takes: an import is not a page that somebody waits for.
      await trx.execute(sql`set local statement_timeout = 0`);
      await trx.execute(
        sql`create temporary table import_row on commit drop as select 0 as line, ${columns()} from product with no data`,
      );
      const categories = await readCategories(trx);
      for await (const batch of readBatches(file, problems)) {
        rows += batch.rows.length;
        await layDown(trx, batch.rows, { categories, pictures, problems });
        onProgress({ stage: "reading", done: batch.bytes, rows });
      }
      await trx.execute(sql`create index on import_row (line)`);
      await trx.execute(sql`analyze import_row`);
      await findClashes(trx, problems);
      if (problems.count > 0) throw new Withdrawn();
      await pictures.keep();
      const taken = await takeOver(trx, (done) => onProgress({ stage: "storing", done, rows }));
      // The embedded database gathers no statistics by itself, and without them the planner guesses.
      await trx.execute(sql`analyze product, product_search, search_word`);
      return taken;
    });
    return { imported: true, rows, ...result };
  } catch (error) {
    if (!(error instanceof Withdrawn)) throw error;
    return { imported: false, rows, problems: problems.told(), problemCount: problems.count };
  }
}

/** Ends the transaction of a file with problems. */
class Withdrawn extends Error {}

interface Problems {
  count: number;
  add(problem: Problem): void;
  /** The first ones, by line. */
  told(): Problem[];
}

function createProblems(): Problems {
  const kept: Problem[] = [];
  return {
    count: 0,
    add(problem) {
      this.count++;
      kept.push(problem);
      // Problems come almost in the order of the lines; a late one may belong before those that are kept.
      if (kept.length >= 4 * TOLD) kept.sort(byLine).splice(TOLD);
    },
    told: () => kept.sort(byLine).slice(0, TOLD),
  };
}

const byLine = (a: Problem, b: Problem) => a.line - b.line;

interface RowAt extends ReadRow {
  line: number;
}

/** The file's rows, read and judged one by one. */
async function* readBatches(file: string, problems: Problems): AsyncGenerator<{ rows: RowAt[]; bytes: number }> {
  let order: Parameters<typeof readRow>[0] | undefined;
  let rows: RowAt[] = [];
  let last: CsvRow | undefined;
  try {
    for await (const row of readCsvFile(file)) {
      last = row;
      if (!order) {
        const header = readHeader(row.cells);
        if ("problems" in header) {
          header.problems.forEach(problems.add, problems);
          return;
        }
        order = header.order;
        continue;
      }
      rows.push({ line: row.line, ...readRow(order, row.cells, row.line) });
      if (rows.length < BATCH) continue;
      yield { rows, bytes: row.bytes };
      rows = [];
    }
  } catch (error) {
    if (!(error instanceof CsvFileProblem)) throw error;
    problems.add({ line: error.line, column: null, message: error.message });
  }
  if (rows.length > 0 && last) yield { rows, bytes: last.bytes };
  if (!last && problems.count === 0)
    problems.add({ line: 1, column: null, message: "the file is empty; its first line must name the columns" });
}

type Categories = Map<string, { category_id: number; subcategory_id: number | null }>;

async function readCategories(trx: DatabaseOrTransaction): Promise<Categories> {
  const rows = await query<{ id: number; parent_id: number | null; slug: string }>(
    trx,
    sql`select id, parent_id, slug from category`,
  );
  return new Map(
    rows.map(({ id, parent_id, slug }) => [
      slug,
      parent_id === null ? { category_id: id, subcategory_id: null } : { category_id: parent_id, subcategory_id: id },
    ]),
  );
}

/** Lays rows into the import's table. One with a problem is laid down by its slug and SKU alone, for others may clash with it. */
async function layDown(
  trx: DatabaseOrTransaction,
  rows: readonly RowAt[],
  { categories, pictures, problems }: { categories: Categories; pictures: ImportPictures; problems: Problems },
): Promise<void> {
  const own = await readOwnPictures(trx, rows);
  const laid = await mapSome(rows, PICTURES_AT_ONCE, async ({ line, product, problems: found }) => {
    const place = product.category === undefined ? undefined : categories.get(product.category);
    const wrong = [...found];
    if (product.category !== undefined && !place)
      wrong.push({ line, column: "category", message: `there is no category "${product.category}"` });
    const images: Picture[] = [];
    for (const entry of product.images ?? []) {
      const picture = await pictures.resolve(entry, {
        title: product.title ?? "",
        own: own.get(product.slug ?? "") ?? [],
      });
      if (typeof picture === "string") wrong.push({ line, column: "images", message: picture });
      else images.push(picture);
    }
    if (wrong.length > 0) return { line, wrong, row: { line, slug: product.slug, sku: product.sku } };
    const { category: _, ...columnsAsRead } = product as CsvProduct;
    return { line, wrong, row: { line, ...columnsAsRead, ...place, images } };
  });
  for (const { wrong } of laid) wrong.forEach(problems.add, problems);
  const json = JSON.stringify(laid.map(({ row }) => row));
  await trx.execute(
    sql`insert into import_row select * from jsonb_populate_recordset(null::import_row, ${json}::text::jsonb)`,
  );
}

async function readOwnPictures(trx: DatabaseOrTransaction, rows: readonly RowAt[]): Promise<Map<string, Picture[]>> {
  const slugs = rows.flatMap(({ product: { slug, images } }) => (slug !== undefined && images?.length ? [slug] : []));
  if (slugs.length === 0) return new Map();
  const json = JSON.stringify(slugs);
  const found = await query<{ slug: string; images: Picture[] }>(
    trx,
    sql`select slug, images from product where slug in (select jsonb_array_elements_text(${json}::text::jsonb))`,
  );
  return new Map(found.map(({ slug, images }) => [slug, images]));
}

/** What only shows with all rows side by side: the same slug or SKU twice, or an SKU that another product has. */
async function findClashes(trx: DatabaseOrTransaction, problems: Problems): Promise<void> {
  for (const column of ["slug", "sku"] as const) {
    const twice = await query<{ line: number; first: number; value: string; count: number }>(
      trx,
      sql`select *, count(*) over ()::int as count from (
        select line, ${sql.raw(column)} as value, min(line) over (partition by ${sql.raw(column)}) as first
        from import_row where ${sql.raw(column)} is not null
      ) as seen where line > first order by line limit ${TOLD}`,
    );
    for (const { line, first, value } of twice)
      problems.add({ line, column, message: `"${value}" stands in line ${first} already` });
    problems.count += (twice[0]?.count ?? 0) - twice.length;
  }
  const taken = await query<{ line: number; sku: string; slug: string; count: number }>(
    trx,
    sql`select import_row.line, import_row.sku, product.slug, count(*) over ()::int as count
      from import_row join product on product.sku = import_row.sku and product.slug <> import_row.slug
      where not exists (select from import_row as other where other.slug = product.slug)
      order by import_row.line limit ${TOLD}`,
  );
  for (const { line, sku, slug } of taken)
    problems.add({ line, column: "sku", message: `"${sku}" belongs to the product ${slug}` });
  problems.count += (taken[0]?.count ?? 0) - taken.length;
}

/** Where the file says nothing: as it was, or now. */
const CREATED_AT =
  "coalesce(given.created_at, (select known.created_at from product as known where known.slug = given.slug), now())";

/** Moves the rows into the catalogue. A product that is as the file has it stays untouched. */
async function takeOver(
  trx: DatabaseOrTransaction,
  onRows: (done: number) => void,
): Promise<{ added: number; changed: number }> {
  const [{ last, added } = { last: 0, added: 0 }] = await query<{ last: number; added: number }>(
    trx,
    sql`select coalesce(max(line), 0) as last, (count(*) filter (where product.id is null))::int as added
      from import_row left join product using (slug)`,
  );
  // Two products may swap their SKUs; one of them must let go of its own first.
  await trx.execute(
    sql`update product set sku = '(import) ' || id
      where exists (select from import_row where import_row.sku = product.sku and import_row.slug <> product.slug)`,
  );
  const updates = COLUMNS.filter((name) => name !== "slug");
  let written = 0;
  let done = 0;
  for (let from = 0; from < last; ) {
    const [chunk] = await query<{ until: number; rows: number }>(
      trx,
      sql`select max(line) as until, count(*)::int as rows
        from (select line from import_row where line > ${from} order by line limit ${CHUNK}) as next`,
    );
    if (!chunk?.rows) break;
    const [result] = await query<{ count: number }>(
      trx,
      sql`with written as (
        insert into product (${columns()})
        select ${sql.raw(COLUMNS.map((name) => (name === "created_at" ? CREATED_AT : `given.${name}`)).join(", "))}
        from import_row as given
        where given.line > ${from} and given.line <= ${chunk.until} order by given.line
        on conflict (slug) do update set ${sql.raw(updates.map((name) => `${name} = excluded.${name}`).join(", "))}, updated_at = now()
        where (${sql.raw(updates.map((name) => `product.${name}`).join(", "))})
          is distinct from (${sql.raw(updates.map((name) => `excluded.${name}`).join(", "))})
        returning 1
      ) select count(*)::int as count from written`,
    );
    written += result?.count ?? 0;
    done += chunk.rows;
    from = chunk.until;
    onRows(done);
  }
  return { added, changed: written - added };
}

async function query<Row>(trx: DatabaseOrTransaction, statement: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await trx.execute(statement)) as unknown as { rows: Row[] }).rows;
}

/** Like `Promise.all`, with so many at the same time; the answers keep their order. */
async function mapSome<In, Out>(
  items: readonly In[],
  atOnce: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const entries = items.entries();
  const worker = async () => {
    for (const [at, item] of entries) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
