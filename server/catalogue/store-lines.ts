/**
 * Stores or undoes the lines of an import, some hundred in a transaction, which marks them: a job that was interrupted goes on with the
 * others, and stores none twice. A product that somebody has changed since its lines were shown is skipped, and its lines say so.
 */

import { sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import type { MediaLibrary } from "../media/media-library.ts";
import { lockVariants } from "../stock/stock.ts";
import { createProblems } from "./csv-problems.ts";
import { describeProblem } from "./csv-table.ts";
import { readCategories, stageRows } from "./import.ts";
import { readCurrent } from "./import-compare.ts";
import { findConflicts } from "./import-conflicts.ts";
import {
  cellsToWrite,
  columnsOfLines,
  type Direction,
  type Line,
  readLines,
  readSpans,
  rowOf,
  wholeLines,
} from "./import-lines.ts";
import { findRestocked, mergeRows } from "./import-merge.ts";
import { createImportPictures } from "./import-pictures.ts";
import { findEmptyCells, findUnpublishable } from "./import-publishing.ts";
import { createStagingTable, fieldsOf, matchVariants } from "./import-staging.ts";
import { FIRST_STEP, NEW_STATE, nextStep } from "./import-steps.ts";
import type { LegalFacts } from "./missing-for-sale.ts";
import { createRowReader } from "./product-columns.ts";

interface StoreOptions {
  importId: number;
  direction: Direction;
  media: MediaLibrary;
  /** The folder of the media library for pictures. */
  pictures: string;
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
    const step = await db.transaction(async (trx) => {
      // A process that was frozen may still run the job that another has taken over.
      await trx.execute(sql`select from product_import where id = ${importId} for no key update`);
      const found = await readLines(trx, { importId, direction, after, max: max + 1 });
      const isLast = found.length <= max;
      const lines = isLast ? found : found.slice(0, wholeLines(found, spans));
      if (lines.length > 0) await storeStep(trx, lines, options);
      return { last: lines.at(-1)?.id, count: lines.length, isLast };
    });
    if (step.last === undefined && step.isLast) return;
    if (step.last === undefined) {
      max *= 2;
      continue;
    }
    after = step.last;
    max = nextStep(step.count, performance.now() - startedAt);
    await onProgress(step.count);
  }
}

async function storeStep(
  trx: DatabaseOrTransaction,
  lines: readonly Line[],
  { importId, direction, media, pictures: picturesFolder, folder, facts, onRestocked }: StoreOptions,
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
  const written = lines.map((line) => {
    const found = cellsToWrite(line, direction, current);
    if ("cells" in found) return { line, cells: found.cells };
    skip(line.slug, `row ${line.row}: ${found.problem}`);
    return { line, cells: new Map<string, string>() };
  });
  const kept = written.filter(({ line }) => !skipped.has(line.slug ?? ""));
  if (kept.length > 0) {
    const columns = columnsOfLines(kept.map(({ cells }) => cells));
    const fields = fieldsOf(columns);
    const readRow = createRowReader();
    const rows = kept.map(({ line, cells }, at) => {
      const isFurther = kept[at - 1]?.line.slug === line.slug;
      const row = readRow(columns, rowOf(columns, { line, cells, isFurther }, current), line.row ?? 0);
      return { ...row, variantId: line.variantId };
    });
    const problems = createProblems(rows.length);
    const pictures = createImportPictures(folder, picturesFolder, media);
    await createStagingTable(trx);
    await stageRows(trx, rows, { categories: await readCategories(trx), pictures, problems });
    await matchVariants(trx, fields);
    await findConflicts(trx, fields, problems);
    if (direction === "store") await findUnpublishable(trx, fields, NEW_STATE, facts, problems);
    else await findEmptyCells(trx, fields, NEW_STATE, problems);
    for (const problem of problems.reported()) skip(problem.slug, describeProblem(problem));
    for (const { slug, row } of await findKnown(
      trx,
      kept.map(({ line }) => line),
    ))
      skip(slug, `row ${row}: is in the catalogue meanwhile`);
    await trx.execute(sql`delete from import_row where slug in (
      select jsonb_array_elements_text(${JSON.stringify([...skipped.keys()])}::text::jsonb))`);
    const restocked = fields.has("stock") ? await findRestocked(trx) : [];
    await mergeRows(trx, fields, NEW_STATE);
    if (restocked.length > 0) await onRestocked(trx, restocked);
    await trx.execute(sql`update product_import_line as line
      set variant_id = import_row.variant_id, outcome = ${direction === "store" ? "stored" : "undone"}, note = ''
      from import_row where line.import_id = ${importId} and line.row = import_row.file_row
        and line.id = any (${idsOf(lines)}::bigint[])`);
  }
  if (skipped.size > 0) await markSkipped(trx, lines, skipped, direction);
}

/** The rows of new sizes that are in the catalogue meanwhile. */
function findKnown(trx: DatabaseOrTransaction, lines: readonly Line[]): Promise<{ slug: string; row: number }[]> {
  const added = lines.filter(({ kind, variantId }) => kind === "added" && variantId === null);
  return rowsOf(
    trx,
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
