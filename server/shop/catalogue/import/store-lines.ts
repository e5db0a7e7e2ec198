/**
 * Stores or undoes the lines of an import, some hundred in a transaction, which marks them: a job that was interrupted goes on with the
 * others, and stores none twice. A product that somebody has changed since its lines were shown is skipped, and its lines say so.
 */

import { sql } from "drizzle-orm";
import type { Actor } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { lockProductNames } from "../../../platform/database/single-node.ts";
import type { MediaLibrary, StoredPicture } from "../../../platform/media/media-library.ts";
import { lockVariants } from "../../../selling/stock/stock.ts";
import type { LegalFacts } from "../editing/missing-for-sale.ts";
import { createProblems } from "./csv-problems.ts";
import { describeProblem } from "./csv-table.ts";
import { readCategories, stageRows } from "./import.ts";
import { readCurrent } from "./import-compare.ts";
import { findProductConflicts } from "./import-conflicts.ts";
import {
  cellsToWrite,
  columnsOfLines,
  type Direction,
  describeChange,
  type Line,
  readLines,
  readSpans,
  rowOf,
} from "./import-lines.ts";
import { findRestocked, mergeRows } from "./import-merge.ts";
import { createImportPictures } from "./import-pictures.ts";
import { findEmptyCells, findUnpublishable } from "./import-publishing.ts";
import { type CsvField, createStagingTable, fieldsOf, matchVariants } from "./import-staging.ts";
import { FIRST_STEP, NEW_STATE, nextStep, rest } from "./import-steps.ts";
import { findStockProblems, forgetFileStock } from "./import-stock.ts";
import { createRowReader } from "./product-columns.ts";

interface StoreOptions {
  importId: number;
  direction: Direction;
  /** Who stores or undoes it, for the audit log. */
  actor: Actor;
  media: MediaLibrary;
  /** The folder of the media library for pictures. */
  pictures: string;
  /** The pictures that were stored for the import, by their paths. */
  staged: ReadonlyMap<string, StoredPicture>;
  /** An empty folder. */
  folder: string;
  facts: LegalFacts;
  onRestocked: (trx: DatabaseOrTransaction, productIds: readonly number[]) => Promise<unknown>;
  /** Called between two transactions with the number of lines that were handled; may throw to end the job. */
  onProgress: (lines: number) => Promise<void>;
}

export async function storeLines(db: Database, options: StoreOptions): Promise<void> {
  const { importId, direction, onProgress } = options;
  const spans = await readSpans(db, importId);
  let after = 0;
  for (let max = FIRST_STEP; ; ) {
    const startedAt = performance.now();
    const { lines, isLast } = await db.transaction(async (trx) => {
      // A process that was frozen may still run the job that another has taken over.
      await trx.execute(sql`select from product_import where id = ${importId} for no key update`);
      const step = await readLines(trx, { importId, direction, after, max }, spans);
      if (step.lines.length > 0) await storeStep(trx, step.lines, options);
      return step;
    });
    after = lines.at(-1)?.id ?? after;
    if (lines.length > 0) await onProgress(lines.length);
    if (isLast) return;
    const ms = performance.now() - startedAt;
    max = nextStep(lines.length, ms);
    await rest(ms);
  }
}

async function storeStep(
  trx: DatabaseOrTransaction,
  lines: readonly Line[],
  { importId, direction, actor, media, pictures: picturesFolder, staged, folder, facts, onRestocked }: StoreOptions,
): Promise<void> {
  const products = sql`select id from product where slug in (
    select jsonb_array_elements_text(${JSON.stringify([...new Set(lines.map(({ slug }) => slug))])}::text::jsonb))`;
  // Before the products: sales lock stock first, too.
  if (lines.some(({ cells }) => cells.some(({ column }) => column === "stock")))
    await lockVariants(trx, sql`select id from variant where product_id in (${products})`);
  await trx.execute(sql`select from product where id in (${products}) order by id for no key update`);
  const current = await readCurrent(trx, products);

  const skipped = new Map<string, string>();
  const skip = (slug: string | null, note: string) => {
    if (!skipped.has(slug ?? "")) skipped.set(slug ?? "", note);
  };
  const written = cellsToWrite(lines, direction, current);
  for (const one of written) if ("problem" in one) skip(one.line.slug, describeChange(one.line, one.problem));
  const kept = written.flatMap((one) =>
    "cells" in one && !skipped.has(one.line.slug ?? "") ? [{ line: one.line, cells: one.cells }] : [],
  );
  if (kept.length > 0) {
    const columns = columnsOfLines(kept);
    const fields = fieldsOf(columns);
    const readRow = createRowReader();
    const rows = kept.map(({ line, cells }, at) => {
      const isFurther = kept[at - 1]?.line.slug === line.slug;
      const row = readRow(columns, rowOf(columns, { line, cells, isFurther }, current), line.row ?? 0);
      const { variantId, fileStockBefore, fileStock } = line;
      return { ...row, variantId, ...(direction === "store" && cells.has("stock") && { fileStockBefore, fileStock }) };
    });
    const problems = createProblems(rows.length);
    const pictures = createImportPictures(folder, picturesFolder, media, { byPath: staged });
    await createStagingTable(trx);
    await stageRows(trx, rows, { categories: await readCategories(trx), pictures, problems });
    await matchVariants(trx, fields);
    if (direction === "store") await findUnpublishable(trx, fields, NEW_STATE, facts, problems);
    else await findEmptyCells(trx, fields, NEW_STATE, problems);
    for (const problem of problems.reported()) skip(problem.slug, describeProblem(problem));
    const added = kept.map(({ line }) => line);
    for (const { slug, row } of await findKnown(trx, added)) skip(slug, `row ${row}: is in the catalogue meanwhile`);
    await dropConflicting(trx, fields, skipped, rows.length);
    const restocked = fields.has("stock") ? await findRestocked(trx) : [];
    await mergeRows(trx, { fields, newState: NEW_STATE, actor });
    if (direction === "undo") await forgetFileStock(trx, importId);
    if (restocked.length > 0) await onRestocked(trx, restocked);
    await trx.execute(sql`update product_import_line as line
      set variant_id = import_row.variant_id, outcome = ${direction === "store" ? "stored" : "undone"}, note = ''
      from import_row where line.import_id = ${importId} and line.row = import_row.file_row
        and line.id = any (${idsOf(lines)}::bigint[])`);
  }
  if (skipped.size > 0) await markSkipped(trx, lines, skipped, direction);
}

/**
 * Takes the skipped products off the staging table, and then those that conflict with what is left: a size cannot take the SKU of one that
 * keeps it.
 * @param skipped the notes by slug; receives those of the products that conflict
 */
async function dropConflicting(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  skipped: Map<string, string>,
  max: number,
): Promise<void> {
  await trx.execute(lockProductNames);
  for (;;) {
    await trx.execute(sql`delete from import_row where slug in (
      select jsonb_array_elements_text(${JSON.stringify([...skipped.keys()])}::text::jsonb))`);
    const problems = createProblems(max);
    await findProductConflicts(trx, fields, problems);
    if (fields.has("stock")) await findStockProblems(trx, problems, { mayReplace: true, mayRepeat: false });
    const found = problems.reported().filter(({ slug }) => slug !== null && !skipped.has(slug));
    if (found.length === 0) return;
    for (const problem of found)
      if (!skipped.has(problem.slug ?? "")) skipped.set(problem.slug ?? "", describeProblem(problem));
  }
}

/** The rows of new sizes that are in the catalogue meanwhile. */
function findKnown(trx: DatabaseOrTransaction, lines: readonly Line[]): Promise<{ slug: string; row: number }[]> {
  const added = lines.filter(({ kind, variantId }) => kind === "added" && variantId === null);
  return rowsOf(
    trx,
    { slug: "string", row: "number" },
    sql`select slug, file_row as row from import_row
      where variant_id is not null and file_row = any (${`{${added.map(({ row }) => row).join(",")}}`}::int[])`,
  );
}

/** Notes why lines are skipped. Storing marks them as skipped; an undo leaves them stored. */
async function markSkipped(
  trx: DatabaseOrTransaction,
  lines: readonly Line[],
  skipped: ReadonlyMap<string, string>,
  direction: Direction,
): Promise<void> {
  const notes = JSON.stringify([...skipped].map(([slug, note]) => ({ slug, note })));
  await trx.execute(sql`update product_import_line as line set note = skipped.note
      ${direction === "store" ? sql`, outcome = 'skipped'` : sql``}
    from jsonb_to_recordset(${notes}::text::jsonb) as skipped (slug text, note text)
    where line.slug = skipped.slug and line.id = any (${idsOf(lines)}::bigint[])`);
}

const idsOf = (lines: readonly Line[]) => `{${lines.map(({ id }) => id).join(",")}}`;
