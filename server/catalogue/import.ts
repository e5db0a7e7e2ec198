import { dirname, resolve } from "node:path";
import { sql } from "drizzle-orm";
import pLimit from "p-limit";
import type { Picture } from "../../contract/pictures.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import type { MediaStore } from "../media/store.ts";
import { createProblems, type Problems, readBatches } from "./csv-problems.ts";
import type { CsvColumn, Problem } from "./csv-table.ts";
import { createImportPictures, type ImportPictures } from "./import-pictures.ts";
import { createImportTable, findClashes, findRestocked, insertRows, rowsOf, takeOver } from "./import-table.ts";
import { CSV_COLUMNS, type CsvProduct, type ReadProduct, readProduct } from "./product-columns.ts";

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

interface ImportParts {
  file: string;
  store: MediaStore;
  onProgress: (progress: ImportProgress) => void;
  /** Is given the products that were sold out and are in stock again, within the import's transaction. */
  onRestocked?: (trx: DatabaseOrTransaction, productIds: readonly number[]) => Promise<unknown>;
}

/** Rows that are judged and laid down together. */
const BATCH = 500;
const MAX_CONCURRENT_PICTURES = 4;
/** Folder of the media store. */
const PICTURES = "catalogue";

/**
 * Stores the products of a CSV file, new ones and, by their slug, changed ones. Nothing is stored unless every row is right. A column
 * that the file lacks stays as it was; a new product gets its default.
 * @throws the file system's error when the file cannot be read
 */
export async function importProducts(
  db: Database,
  { file, store, onProgress, onRestocked }: ImportParts,
): Promise<ImportResult> {
  const problems = createProblems();
  const pictures = createImportPictures(dirname(resolve(file)), PICTURES, store);
  let rows = 0;
  try {
    const result = await db.transaction(async (trx) => {
      // As long as it takes: an import is not a page that somebody waits for.
      await trx.execute(sql`set local statement_timeout = 0`);
      await createImportTable(trx);
      const categories = await readCategories(trx);
      let order: readonly CsvColumn[] = [];
      const batches = readBatches(file, { columns: CSV_COLUMNS, readRow: readProduct, problems, size: BATCH });
      for await (const batch of batches) {
        rows += batch.rows.length;
        order = batch.order;
        await layDown(trx, batch.rows, { categories, pictures, problems });
        onProgress({ stage: "reading", done: batch.bytes, rows });
      }
      const fields = new Set(order.map(({ field }) => field as keyof CsvProduct));
      await findClashes(trx, fields, problems);
      if (problems.count > 0) throw new Withdrawn();
      await pictures.keep();
      const restocked = fields.has("stock") ? await findRestocked(trx) : [];
      const taken = await takeOver(trx, fields, (done) => onProgress({ stage: "storing", done, rows }));
      // The embedded database gathers no statistics by itself, and without them the planner guesses.
      await trx.execute(sql`analyze product, product_search, search_word`);
      if (restocked.length > 0) await onRestocked?.(trx, restocked);
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

type Categories = Map<string, { category_id: number; subcategory_id: number | null }>;

async function readCategories(trx: DatabaseOrTransaction): Promise<Categories> {
  const rows = await rowsOf<{ id: number; parent_id: number | null; slug: string }>(
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
  rows: readonly ReadProduct[],
  { categories, pictures, problems }: { categories: Categories; pictures: ImportPictures; problems: Problems },
): Promise<void> {
  const known = await readKnown(trx, rows);
  const laid = await pLimit(MAX_CONCURRENT_PICTURES).map(rows, async ({ row, slug, values, problems: found }) => {
    const place = values.categoryId === undefined ? undefined : categories.get(values.categoryId);
    const wrong = [...found];
    if (values.categoryId !== undefined && !place)
      wrong.push({ row, slug, column: "category", message: `there is no category "${values.categoryId}"` });
    const before = known.get(slug ?? "");
    const images: Picture[] = [];
    for (const entry of values.images ?? []) {
      const title = values.title ?? before?.title ?? "";
      const picture = await pictures.resolve(entry, { title, own: before?.images ?? [] });
      if (typeof picture === "string") wrong.push({ row, slug, column: "images", message: picture });
      else images.push(picture);
    }
    if (wrong.length > 0) return { row, wrong, values: { slug: values.slug, sku: values.sku } };
    const { categoryId: _, ...others } = values;
    return { row, wrong, values: { ...others, ...place, ...(values.images && { images }) } };
  });
  for (const { wrong } of laid) wrong.forEach(problems.add, problems);
  await insertRows(trx, laid);
}

/** The products that these rows change, as far as their pictures need them. */
async function readKnown(
  trx: DatabaseOrTransaction,
  rows: readonly ReadProduct[],
): Promise<Map<string, { title: string; images: Picture[] }>> {
  const slugs = rows.flatMap(({ values: { slug, images } }) => (slug !== undefined && images?.length ? [slug] : []));
  if (slugs.length === 0) return new Map();
  const json = JSON.stringify(slugs);
  const found = await rowsOf<{ slug: string; title: string; images: Picture[] }>(
    trx,
    sql`select slug, title, images from product where slug in (select jsonb_array_elements_text(${json}::text::jsonb))`,
  );
  return new Map(found.map(({ slug, title, images }) => [slug, { title, images }]));
}
