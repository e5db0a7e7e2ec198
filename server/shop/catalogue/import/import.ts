/**
 * The import of a product file by a command, in one transaction: rows are streamed into a staging table and validated, so that memory stays
 * flat, and merged into the catalogue only when no row has a problem.
 */

import { basename, dirname, resolve } from "node:path";
import { sql } from "drizzle-orm";
import pLimit from "p-limit";
import type { Picture } from "../../../../contract/pictures.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { column, rowsOf } from "../../../platform/database/rows.ts";
import { category } from "../../../platform/database/schema.ts";
import { lockProductNames } from "../../../platform/database/single-node.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { createProblems, type Problems, readBatches } from "./csv-problems.ts";
import type { CsvColumn, Problem } from "./csv-table.ts";
import { findProductConflicts } from "./import-conflicts.ts";
import { findRestocked, mergeRows } from "./import-merge.ts";
import { createImportPictures, type ImportPictures } from "./import-pictures.ts";
import { findAbovePrintedMrp } from "./import-printed-mrp.ts";
import { findEmptyCells, reportWithoutImporter } from "./import-publishing.ts";
import { createStagingTable, fieldsOf, insertStaged, matchVariants } from "./import-staging.ts";
import { findStockProblems, lockStagedStock, noteFileStock } from "./import-stock.ts";
import { CSV_COLUMNS, createRowReader, type ReadProduct } from "./product-columns.ts";

export type ImportResult =
  /** `total` is the number of products or categories in the file. */
  | { imported: true; total: number; added: number; changed: number }
  | { imported: false; rows: number; problems: Problem[]; problemCount: number };

interface ImportProgress {
  stage: "reading" | "storing";
  /** Bytes while reading, rows while storing. */
  done: number;
  rows: number;
}

interface ImportOptions {
  file: string;
  media: MediaLibrary;
  /** Who imports it, for the audit log. */
  actor: Actor;
  /** Whether a stock that does not say from which number it was changed replaces the one of now. */
  replacesStock?: boolean;
  /** The shop's importer of products from abroad that name none: the setting IMPORTER. */
  importer?: readonly string[];
  onProgress: (progress: ImportProgress) => void;
  /** Receives the products that are back in stock, within the import's transaction. */
  onRestocked?: (trx: DatabaseOrTransaction, productIds: readonly number[]) => Promise<unknown>;
}

/** The subject of an import by a command, which keeps no lines. */
const IMPORT = { type: "import" as const, id: "command" };
/** Rows validated and staged together. */
const BATCH = 500;
/** Of new products without one in the file. */
const NEW_STATE = "published";
const MAX_CONCURRENT_PICTURES = 4;
/** Folder of the media library. */
export const PICTURES = "catalogue";

/**
 * Adds and updates (by slug) the products of a CSV file. Stores nothing unless every row is valid. A column that the file lacks stays
 * unchanged; new products get its default.
 * @throws the file system's error when the file cannot be read
 */
export async function importProducts(
  db: Database,
  { file, media, actor, replacesStock = false, importer = [], onProgress, onRestocked }: ImportOptions,
): Promise<ImportResult> {
  try {
    return await db.transaction(async (trx) => {
      const problems = createProblems();
      const pictures = createImportPictures(dirname(resolve(file)), PICTURES, media);
      let rows = 0;
      // An import may exceed the usual statement timeout.
      await trx.execute(sql`set local statement_timeout = 0`);
      await createStagingTable(trx);
      const categories = await readCategories(trx);
      let fileColumns: readonly CsvColumn[] = [];
      const batches = readBatches(file, {
        columns: CSV_COLUMNS,
        readRow: createRowReader(),
        problems,
        size: BATCH,
      });
      for await (const batch of batches) {
        rows += batch.rows.length;
        fileColumns = batch.fileColumns;
        await stageRows(trx, batch.rows, { categories, pictures, problems });
        onProgress({ stage: "reading", done: batch.bytes, rows });
      }
      const fields = fieldsOf(fileColumns);
      const hasStock = fields.has("stock");
      const findWrongStock = () => findStockProblems(trx, problems, { mayReplace: replacesStock });
      await matchVariants(trx, fields);
      await trx.execute(lockProductNames);
      await findProductConflicts(trx, fields, problems);
      await findAbovePrintedMrp(trx, fields, problems);
      if (hasStock) await noteFileStock(trx).then(findWrongStock);
      if (problems.count === 0) {
        await findEmptyCells(trx, fields, NEW_STATE, problems);
        await reportWithoutImporter(trx, fields, NEW_STATE, importer, problems);
      }
      if (problems.count === 0) await pictures.storeFiles();
      // Sales have gone on until now.
      if (problems.count === 0 && hasStock) await lockStagedStock(trx).then(findWrongStock);
      if (problems.count > 0) throw new FileRejected(rows, problems);
      const restocked = hasStock ? await findRestocked(trx) : [];
      const merged = await mergeRows(trx, { fields, newState: NEW_STATE, actor }, (done) =>
        onProgress({ stage: "storing", done, rows }),
      );
      if (restocked.length > 0) await onRestocked?.(trx, restocked);
      // Without waiting for autovacuum, which gathers the planner's statistics within minutes.
      await trx.execute(sql`analyze product, variant, product_search, search_word`);
      const { products, added, changed } = merged;
      const columns = fileColumns.map(({ name }) => name);
      await recordAudit(
        trx,
        actor,
        { action: "products.imported", subject: IMPORT, after: { file: basename(file), columns, added, changed } },
        new Date(),
      );
      return { imported: true, total: products, added, changed };
    });
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    const { rows, problems } = error;
    return { imported: false, rows, problems: problems.reported(), problemCount: problems.count };
  }
}

/** Rolls back the transaction of a file with problems. */
class FileRejected extends Error {
  readonly rows: number;
  readonly problems: Problems;

  constructor(rows: number, problems: Problems) {
    super("the file has problems");
    this.rows = rows;
    this.problems = problems;
  }
}

export type Categories = Map<string, { categoryId: number; subcategoryId: number | null }>;

/** Reads the categories by slug, as products refer to them. */
export async function readCategories(trx: DatabaseOrTransaction): Promise<Categories> {
  const { id, parentId, slug } = category;
  const rows = await trx.select({ id, parentId, slug }).from(category);
  return new Map(
    rows.map(({ id, parentId, slug }) => [
      slug,
      { categoryId: parentId ?? id, subcategoryId: parentId === null ? null : id },
    ]),
  );
}

/** Inserts rows into the staging table. An invalid row is staged with slug, SKU and size alone, to find conflicts with other rows. @param rows with `variantId` where it is known, and the file's own numbers of stock where it shows others */
export async function stageRows(
  trx: DatabaseOrTransaction,
  rows: readonly (ReadProduct & {
    variantId?: number | null;
    fileStockBefore?: number | null;
    fileStock?: number | null;
  })[],
  { categories, pictures, problems }: { categories: Categories; pictures: ImportPictures; problems: Problems },
): Promise<void> {
  const known = await readKnown(trx, rows);
  const staged = await pLimit(MAX_CONCURRENT_PICTURES).map(
    rows,
    async ({ row, slug, values, problems: found, isFurther = false, variantId = null, ...file }) => {
      const place = values.categoryId === undefined ? undefined : categories.get(values.categoryId);
      const rowProblems = [...found];
      if (values.categoryId !== undefined && !place)
        rowProblems.push({ row, slug, column: "category", message: `there is no category "${values.categoryId}"` });
      const before = known.get(slug ?? "");
      const images: Picture[] = [];
      for (const entry of values.images ?? []) {
        const title = values.title ?? before?.title ?? "";
        const picture = await pictures.resolve(entry, { title, own: before?.images ?? [] });
        if (typeof picture === "string") rowProblems.push({ row, slug, column: "images", message: picture });
        else images.push(picture);
      }
      let image: Picture | null | undefined;
      if (values.image) {
        const title = values.title ?? before?.title ?? "";
        const picture = await pictures.resolve(values.image, { title, own: before?.images ?? [] });
        if (typeof picture === "string") rowProblems.push({ row, slug, column: "size_image", message: picture });
        else image = picture;
      } else if (values.image === null) image = null;
      if (rowProblems.length > 0)
        return {
          row,
          isFurther,
          problems: rowProblems,
          values: { slug: values.slug, sku: values.sku, label: values.label },
        };
      const { categoryId: _, image: __, ...others } = values;
      return {
        row,
        isFurther,
        problems: rowProblems,
        values: {
          variantId,
          fileStockBefore: file.fileStockBefore,
          fileStock: file.fileStock,
          ...others,
          ...place,
          ...(values.images && { images }),
          ...(image !== undefined && { image }),
        },
      };
    },
  );
  for (const row of staged) row.problems.forEach(problems.add, problems);
  await insertStaged(trx, staged);
}

/** Reads titles of the products that these rows update, and pictures of the products and their sizes. */
async function readKnown(
  trx: DatabaseOrTransaction,
  rows: readonly ReadProduct[],
): Promise<Map<string, { title: string; images: Picture[] }>> {
  const slugs = rows.flatMap(({ values: { slug, images, image } }) =>
    slug !== undefined && (images?.length || image) ? [slug] : [],
  );
  if (slugs.length === 0) return new Map();
  const json = JSON.stringify(slugs);
  const found = await rowsOf(
    trx,
    { slug: "string", title: "string", images: column<Picture[]>("object") },
    sql`select slug, title, images || coalesce(
        (select jsonb_agg(image) from variant where variant.product_id = product.id and image is not null), '[]'
      ) as images
      from product where slug in (select jsonb_array_elements_text(${json}::text::jsonb))`,
  );
  return new Map(found.map(({ slug, title, images }) => [slug, { title, images }]));
}
