import { and, eq, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { column, rowsOf } from "../../../platform/database/rows.ts";
import {
  type ImportCell,
  productImport,
  productImportLine,
  productImportPart,
} from "../../../platform/database/schema.ts";
import type { Task } from "../../../platform/jobs/tasks.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import type { Download } from "../../../platform/outgoing/download.ts";
import type { LegalFacts } from "../editing/missing-for-sale.ts";
import { compareFile } from "./compare-file.ts";
import type { Problem } from "./csv-table.ts";
import { remarkOnEncoding } from "./file-encoding.ts";
import { PICTURES } from "./import.ts";
import { readCurrent } from "./import-compare.ts";
import { restoreFile, withFolder } from "./import-files.ts";
import { warnOfImport } from "./import-gst-warnings.ts";
import { cellsToWrite, type Direction, describeChange, readLines } from "./import-lines.ts";
import { ImportStopped, ImportTakenOver, lockComparison, reportProgress, ServerStops } from "./import-steps.ts";
import { auditImport, type ImportRow } from "./staff-imports.ts";
import { deletePictures, readStagedPaths, type StagedPictures, stagePictures } from "./staged-pictures.ts";
import { storeLines } from "./store-lines.ts";

interface Deps {
  db: Database;
  media: MediaLibrary;
  /** Fetches pictures. */
  download: Download;
  /** The folder for uploads. */
  uploads: string;
  readFacts: () => Promise<LegalFacts>;
  /** Receives the products that are back in stock, within the import's transaction. */
  onRestocked: (trx: DatabaseOrTransaction, productIds: readonly number[]) => Promise<unknown>;
}

const MAX_ATTEMPTS = 3;
/** Lines that one statement reads or inserts. */
const BATCH = 500;
/** Changes that a message names. */
const MAX_NAMED = 10;

type Step = Deps & { row: ImportRow; folder: string; stopping: AbortSignal };

/** The task that compares a product file with the catalogue, stores it, or undoes it, depending on its state. */
export function importProductsTask(deps: Deps): Task<{ importId: number }> {
  const { db, uploads } = deps;
  return {
    concurrency: 1,
    maxAttempts: MAX_ATTEMPTS,
    async run({ importId }, { attempts, stopping }) {
      const [row] = await db.select().from(productImport).where(eq(productImport.id, importId));
      if (!row) return null;
      try {
        if (row.stopRequested) throw new ImportStopped();
        await withFolder(uploads, async (folder) => {
          const step = { ...deps, row, folder, stopping };
          if (row.state === "comparing") await compare(step);
          else if (row.state === "storing") await store(step);
          else if (row.state === "undoing") await undo(step);
        });
      } catch (error) {
        if (error instanceof ServerStops) return new Date();
        if (error instanceof ImportTakenOver) return null;
        if (error instanceof ImportStopped) {
          await end(deps, row, "Stopped");
          return null;
        }
        if (attempts >= MAX_ATTEMPTS) await end(deps, row, "Something went wrong on our side");
        throw error;
      }
      return null;
    },
  };
}

/** Sets the state at the end of a job, unless it is already set. */
async function finish(db: DatabaseOrTransaction, { id, state }: ImportRow, values: Partial<ImportRow>): Promise<void> {
  await db
    .update(productImport)
    .set({ progress: 100, stopRequested: false, ...values })
    .where(and(eq(productImport.id, id), eq(productImport.state, state)));
}

/** Ends a job before its time: what it has stored stays, and can be undone or completed. */
async function end({ db }: Deps, row: ImportRow, why: string): Promise<void> {
  const hasFailed = why !== "Stopped";
  if (row.state === "comparing") {
    const message = `${why}. Nothing was changed; please compare the file again.`;
    return finish(db, row, { state: hasFailed ? "failed" : "uploaded", message });
  }
  await db.transaction(async (trx) => {
    const { stored, skipped, open } = await countLines(trx, row.id);
    if (stored === 0 && row.state === "storing") {
      const message = `${why}. Nothing was stored.`;
      return finish(trx, row, { state: "compared", message, storedAt: null });
    }
    const message =
      row.state === "storing"
        ? `${why}: ${stored.toLocaleString("en-IN")} of ${rows(stored + open)} are stored. Go on to store the others, or undo what is stored.`
        : `${why}: ${rows(stored)} not undone yet. Undo the import again to go on.`;
    await finish(trx, row, { state: "stored", message, skipped });
    if (row.state === "storing") await auditEnd(trx, row, "products.imported");
  });
}

const rows = (count: number) => `${count.toLocaleString("en-IN")} ${count === 1 ? "row" : "rows"}`;

/**
 * Compares the file with the catalogue, and shows the differences or problems.
 * @param asked if it compares again for the request to store what was shown
 * @returns whether that can go on: the differences are those that were shown
 */
async function compare(step: Step, asked?: { message: string }): Promise<boolean> {
  const { db, media, readFacts, row, folder } = step;
  const file = `${folder}/products.csv`;
  await restoreFile(db, row.id, file);
  const mapping = new Map(Object.entries(row.mapping ?? {}));
  const staged = await stagePictures({ ...step, importId: row.id, file, mapping, folder: PICTURES });
  const facts = await readFacts();
  const { problems, ...compared } = await compareFile(db, {
    importId: row.id,
    state: row.state,
    file,
    mapping,
    media,
    staged,
    pictures: PICTURES,
    folder,
    facts,
    onProgress: (bytes) => reportProgress(db, row.id, (bytes / row.bytes) * 100, step),
  });
  if (problems.count > 0)
    await reject(db, row, { rows: compared.rows, problems: problems.reported(), problemCount: problems.count });
  else if (asked && compared.digest === row.digest) return true;
  else {
    const warning = await warnOfImport(db, row.id, facts.hsnDigits, new Date());
    const message = [asked?.message, await remarkOnEncoding(file), warning, warnOfUnused(staged)]
      .filter(Boolean)
      .join(" ");
    await finish(db, row, { ...compared, problems: 0, state: "compared", message });
  }
  return false;
}

const warnOfUnused = ({ unused: { count, first } }: StagedPictures) =>
  count > 0 &&
  (count === 1
    ? `The uploaded picture “${first}” is in no row.`
    : `${count.toLocaleString("en-IN")} uploaded pictures are in no row, such as “${first}”.`);

async function store(step: Step): Promise<void> {
  const { db, row } = step;
  if (row.storedAt === null) {
    // Shown again before anything is stored; later, what has changed is skipped.
    const changed = await findChanged(db, row.id, "store");
    const message = `The catalogue has changed since: ${changed.text}. Please look at the differences again.`;
    if (changed.count > 0 && !(await compare(step, { message }))) return;
    await db.update(productImport).set({ storedAt: new Date() }).where(eq(productImport.id, row.id));
  }
  await apply(step, "store");
  await db.transaction(async (trx) => {
    const { skipped } = await countLines(trx, row.id);
    await trx.delete(productImportPart).where(eq(productImportPart.importId, row.id));
    await deletePictures(trx, row.id);
    const isOne = skipped === 1;
    const message = `${rows(skipped)} ${isOne ? "was" : "were"} not stored, because the products have changed meanwhile.`;
    await finish(trx, row, { state: "stored", storedAt: new Date(), skipped, message: skipped > 0 ? message : "" });
    await auditEnd(trx, row, "products.imported");
  });
}

async function undo(step: Step): Promise<void> {
  const { db, row } = step;
  const isFirst = (await countLines(db, row.id)).undone === 0;
  if (isFirst) {
    const changed = await findChanged(db, row.id, "undo");
    if (changed.count > 0) {
      const message = `It can’t be undone, since this has changed meanwhile: ${changed.text}.`;
      return finish(db, row, { state: "stored", message });
    }
  }
  await apply(step, "undo");
  await db.transaction(async (trx) => {
    const { stored } = await countLines(trx, row.id);
    const why = stored > 0 ? await readNotes(trx, row.id) : "";
    const message = `${rows(stored)} could not be undone, because the products have changed meanwhile: ${why}.`;
    if (stored === 0) await trx.delete(productImportPart).where(eq(productImportPart.importId, row.id));
    await finish(trx, row, stored > 0 ? { state: "stored", message } : { state: "undone", message: "" });
    await auditEnd(trx, row, "products.import_undone");
  });
}

async function apply(step: Step, direction: Direction): Promise<void> {
  const { db, media, readFacts, onRestocked, row, folder } = step;
  const { stored, open } = await countLines(db, row.id);
  const total = Math.max(1, direction === "store" ? stored + open : row.added + row.changed);
  let done = direction === "store" ? stored : total - stored;
  await storeLines(db, {
    importId: row.id,
    direction,
    actor: row.actor,
    media,
    pictures: PICTURES,
    staged: await readStagedPaths(db, row.id),
    folder,
    facts: await readFacts(),
    onRestocked,
    onProgress: (lines) => {
      done += lines;
      return reportProgress(db, row.id, (done / total) * 100, step);
    },
  });
  // Without waiting for autovacuum, which gathers the planner's statistics within minutes.
  for (const table of ["product", "variant", "product_search", "search_word"])
    await db.execute(sql.raw(`analyze ${table}`));
}

/** What has changed since the lines were shown or stored, cell by cell; the text names the first. */
async function findChanged(
  db: Database,
  importId: number,
  direction: Direction,
): Promise<{ text: string; count: number }> {
  const named: string[] = [];
  let count = 0;
  for (let [after, isLast] = [0, false]; !isLast; ) {
    const step = await readLines(db, { importId, direction, after, max: BATCH });
    ({ isLast } = step);
    after = step.lines.at(-1)?.id ?? after;
    const slugs = JSON.stringify([...new Set(step.lines.map(({ slug }) => slug))]);
    const current = await readCurrent(
      db,
      sql`select id from product where slug in (select jsonb_array_elements_text(${slugs}::text::jsonb))`,
    );
    for (const one of cellsToWrite(step.lines, direction, current)) {
      if ("cells" in one) continue;
      count += 1;
      if (named.length < MAX_NAMED) named.push(describeChange(one.line, one.problem));
    }
  }
  return { text: listed(named, count), count };
}

const listed = (named: readonly string[], count: number) =>
  `${named.join("; ")}${count > named.length ? `; and ${count - named.length} more` : ""}`;

/** Why lines could not be undone. */
async function readNotes(trx: DatabaseOrTransaction, importId: number): Promise<string> {
  const found = await rowsOf(
    trx,
    { note: "string", count: "number" },
    sql`select note, count(*) over ()::int as count from product_import_line
      where import_id = ${importId} and outcome = 'stored' and note <> '' group by note order by min(row) limit ${MAX_NAMED}`,
  );
  return listed(
    found.map(({ note }) => note),
    found[0]?.count ?? 0,
  );
}

async function countLines(db: DatabaseOrTransaction, importId: number) {
  const counts = { stored: 0, skipped: 0, undone: 0, open: 0 };
  const found = await rowsOf(
    db,
    { outcome: column<keyof typeof counts>("string"), count: "number" },
    sql`select coalesce(outcome, 'open') as outcome, count(*)::int as count from product_import_line
      where import_id = ${importId} and kind <> 'problem' group by outcome`,
  );
  for (const { outcome, count } of found) counts[outcome] = count;
  return counts;
}

async function auditEnd(
  trx: DatabaseOrTransaction,
  row: ImportRow,
  action: "products.imported" | "products.import_undone",
): Promise<void> {
  const outcome = action === "products.imported" ? "stored" : "undone";
  const [found] = await rowsOf(
    trx,
    { added: "number", changed: "number", skipped: "number" },
    sql`select count(*) filter (where kind = 'added' and outcome = ${outcome})::int as added,
      count(*) filter (where kind = 'changed' and outcome = ${outcome})::int as changed,
      count(*) filter (where outcome = 'skipped')::int as skipped
    from product_import_line where import_id = ${row.id}`,
  );
  await auditImport(trx, row, action, { ...found });
}

/** Stores the problems of a file, grouped by row. */
function reject(
  db: Database,
  row: ImportRow,
  { rows, problems, problemCount }: { rows: number; problems: readonly Problem[]; problemCount: number },
): Promise<void> {
  const lines: (typeof productImportLine.$inferInsert & { cells: ImportCell[] })[] = [];
  for (const { row: fileRow, slug, column, message, cell = "" } of problems) {
    const last = lines.at(-1);
    const found: ImportCell = { column: column ?? "", before: null, after: cell, problem: message };
    if (last && fileRow !== null && last.row === fileRow) last.cells.push(found);
    else lines.push({ importId: row.id, kind: "problem", row: fileRow, slug, cells: [found] });
  }
  return db.transaction(async (trx) => {
    await lockComparison(trx, row.id, row.state);
    await trx.delete(productImportLine).where(eq(productImportLine.importId, row.id));
    for (let at = 0; at < lines.length; at += BATCH)
      await trx.insert(productImportLine).values(lines.slice(at, at + BATCH));
    await finish(trx, row, { state: "rejected", rows, added: 0, changed: 0, problems: problemCount, digest: "" });
  });
}
