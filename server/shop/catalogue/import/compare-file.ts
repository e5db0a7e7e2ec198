/** The comparison of a product file with the catalogue, in one transaction for some hundred rows. It changes nothing of the catalogue. */

import { createHash } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type ImportState, MAX_IMPORT_PROBLEMS } from "../../../../contract/admin/imports.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { productImportLine } from "../../../platform/database/schema.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { nameKeyOf } from "../../../selling/variants/size-names.ts";
import type { LegalFacts } from "../editing/missing-for-sale.ts";
import { createProblems, type Problems, readBatches } from "./csv-problems.ts";
import type { ColumnMapping } from "./csv-table.ts";
import { readCategories, stageRows } from "./import.ts";
import { cellsOf, compareStaged, insertLines } from "./import-compare.ts";
import { findProductConflicts, type TakenSku, takenProblem } from "./import-conflicts.ts";
import { createImportPictures } from "./import-pictures.ts";
import { findAbovePrintedMrp } from "./import-printed-mrp.ts";
import { findUnpublishable } from "./import-publishing.ts";
import { type CsvField, createStagingTable, fieldsOf, matchVariants } from "./import-staging.ts";
import { FIRST_STEP, lockComparison, NEW_STATE, nextStep, rest } from "./import-steps.ts";
import { findStockProblems, noteFileStock } from "./import-stock.ts";
import { CSV_COLUMNS, createRowReader, type ReadProduct } from "./product-columns.ts";
import type { StagedPictures } from "./staged-pictures.ts";

interface FileOptions {
  importId: number;
  /** The state of the import, which another process may end. */
  state: ImportState;
  file: string;
  mapping: ColumnMapping;
  /** The folder of the media library for pictures. */
  pictures: string;
  media: MediaLibrary;
  /** The pictures that the file names. */
  staged: StagedPictures;
  folder: string;
  facts: LegalFacts;
  /** Called between two transactions; may throw to end the comparison. */
  onProgress: (bytes: number) => Promise<void>;
}

export interface Comparison {
  rows: number;
  added: number;
  changed: number;
  /** The digest of the differences that are shown. */
  digest: string;
}

/** Rows that are read from the file together. */
const READ = 100;

/** Writes a line for each row that changes something. @returns what the file would do, or its problems */
export async function compareFile(
  db: Database,
  { importId, state, file, mapping, pictures: picturesFolder, media, staged, folder, facts, onProgress }: FileOptions,
): Promise<Comparison & { problems: Problems }> {
  const problems = createProblems(MAX_IMPORT_PROBLEMS);
  const pictures = createImportPictures(folder, picturesFolder, media, { staged, byPath: staged.byPath });
  /** The last row whose line is written. Lines of an earlier comparison are replaced step by step: two processes may compare one file. */
  let written = 0;
  const remove = (trx: DatabaseOrTransaction, rows: SQL) =>
    trx.delete(productImportLine).where(and(eq(productImportLine.importId, importId), rows));
  const found = { rows: 0, added: 0, changed: 0 };
  const hash = createHash("sha256");
  const known = createKnownNames(problems);
  const taken: TakenSku[] = [];
  let fields: ReadonlySet<CsvField> = new Set();

  const compare = async (read: readonly ReadProduct[]) => {
    const rows = read.map((row) => withStoredPaths(row, staged));
    known.check(rows);
    const last = rows.at(-1)?.row ?? written;
    const result = await db.transaction(async (trx) => {
      await lockComparison(trx, importId, state);
      const ofStep = createProblems(MAX_IMPORT_PROBLEMS);
      await createStagingTable(trx);
      await stageRows(trx, rows, { categories: await readCategories(trx), pictures, problems: ofStep });
      await matchVariants(trx, fields);
      const takenHere: TakenSku[] = [];
      await findProductConflicts(trx, fields, ofStep, (one) => takenHere.push(one));
      await findAbovePrintedMrp(trx, fields, ofStep);
      if (fields.has("stock")) {
        await noteFileStock(trx);
        await findStockProblems(trx, ofStep, { mayReplace: true });
      }
      if (ofStep.count === 0) await findUnpublishable(trx, fields, NEW_STATE, facts, ofStep);
      const isComparable = ofStep.count + problems.count === 0;
      const lines = isComparable ? await compareStaged(trx, importId, cellsOf(rows)) : [];
      await remove(trx, sql`row > ${written} and row <= ${last}`);
      if (lines.length > 0) await insertLines(trx, lines);
      return { lines, takenHere, ofStep };
    });
    written = last;
    for (const problem of result.ofStep.reported()) problems.add(problem);
    problems.count += Math.max(0, result.ofStep.count - result.ofStep.reported().length);
    taken.push(...result.takenHere);
    found.rows += rows.length;
    for (const { row, kind, cells } of result.lines) {
      found[kind] += 1;
      hash.update(JSON.stringify([row, kind, cells]));
    }
  };

  let waiting: ReadProduct[] = [];
  let step = FIRST_STEP;
  const batches = readBatches(file, {
    columns: CSV_COLUMNS,
    mapping,
    readRow: createRowReader(),
    problems,
    size: READ,
  });
  for await (const { rows, fileColumns, bytes } of batches) {
    fields = fieldsOf(fileColumns);
    waiting.push(...rows);
    for (let end = wholeProducts(waiting, step); end > 0; end = wholeProducts(waiting, step)) {
      const startedAt = performance.now();
      await compare(waiting.slice(0, end));
      const ms = performance.now() - startedAt;
      step = nextStep(end, ms);
      waiting = waiting.slice(end);
      await onProgress(bytes);
      await rest(ms);
    }
  }
  if (waiting.length > 0) await compare(waiting);
  await db.transaction(async (trx) => {
    await lockComparison(trx, importId, state);
    // Problems of the whole file have no row.
    await remove(trx, sql`(row > ${written} or row is null)`);
  });
  if (taken.length > 0 && problems.count === 0) await reportTaken(db, importId, taken, problems);
  return { ...found, digest: hash.digest("hex"), problems };
}

/** Names pictures by their stored paths, as the catalogue does: the same picture at another name changes nothing. */
function withStoredPaths(row: ReadProduct, { find }: StagedPictures): ReadProduct {
  const pathOf = (entry: string) => {
    const found = find(entry);
    return typeof found === "object" ? found.path : entry;
  };
  const { images, image } = row.values;
  if (!images && !image) return row;
  return {
    ...row,
    values: {
      ...row.values,
      ...(images && { images: [...new Set(images.map(pathOf))] }),
      ...(image && { image: pathOf(image) }),
    },
  };
}

/** How many of these rows make a step: at least `step`, up to the end of a product; 0 if more are needed. */
function wholeProducts(rows: readonly { slug: string | null; isFurther?: boolean }[], step: number): number {
  for (let at = step; at < rows.length; at += 1) if (!rows[at]?.isFurther) return at;
  return 0;
}

/** Finds SKUs that occur again in a later step. Within one, findProductConflicts() does. */
function createKnownNames(problems: Problems) {
  const skus = new Map<string, number>();
  return {
    check(rows: readonly ReadProduct[]) {
      for (const { row, slug, values } of rows) {
        const ofSku = values.sku && skus.get(nameKeyOf(values.sku));
        if (ofSku) problems.add({ row, slug, column: "sku", message: `"${values.sku}" is in row ${ofSku} already` });
      }
      for (const { row, values } of rows) {
        const key = values.sku && nameKeyOf(values.sku);
        if (key && !skus.has(key)) skus.set(key, row);
      }
    },
  };
}

/** Reports the SKUs of other products that the file does not rename elsewhere. */
async function reportTaken(
  db: Database,
  importId: number,
  taken: readonly TakenSku[],
  problems: Problems,
): Promise<void> {
  const renamed = await rowsOf(
    db,
    { variant_id: "number" },
    sql`select variant_id from product_import_line
      where import_id = ${importId} and kind = 'changed' and cells @> '[{"column": "sku"}]'
        and variant_id = any (${`{${taken.map(({ variantId }) => variantId).join(",")}}`}::bigint[])`,
  );
  const free = new Set(renamed.map(({ variant_id }) => Number(variant_id)));
  for (const { row, slug, variantId, ...sku } of taken)
    if (!free.has(Number(variantId))) problems.add({ row, slug, ...takenProblem(sku) });
}
