import { and, eq, sql } from "drizzle-orm";
import { MAX_IMPORT_PROBLEMS } from "../../contract/admin/imports.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { type ImportCell, productImport, productImportLine, productImportPart } from "../database/schema.ts";
import type { Task } from "../jobs/tasks.ts";
import type { MediaLibrary } from "../media/media-library.ts";
import { describeProblem, type Problem } from "./csv-table.ts";
import { importProducts } from "./import.ts";
import { compareStaged } from "./import-compare.ts";
import { restoreFile, withFolder } from "./import-files.ts";
import { writeUndoFile } from "./import-undo.ts";
import type { LegalFacts } from "./missing-for-sale.ts";
import { auditImport, type ImportRow } from "./staff-imports.ts";

interface Deps {
  db: Database;
  media: MediaLibrary;
  /** The folder for uploads. */
  uploads: string;
  readFacts: () => Promise<LegalFacts>;
  /** Receives the products that are back in stock, within the import's transaction. */
  onRestocked: (trx: DatabaseOrTransaction, productIds: readonly number[]) => Promise<unknown>;
}

const MAX_ATTEMPTS = 3;
/** Problems inserted per statement. */
const BATCH = 500;
/** Shares of the progress in percent: reading, comparing; the rest is for storing. */
const READ = 40;
const COMPARED = 60;

/** The task that compares a product file with the catalogue, stores it, or undoes it, depending on its state. */
export function importProductsTask(deps: Deps): Task<{ importId: number }> {
  const { db, uploads } = deps;
  return {
    concurrency: 1,
    maxAttempts: MAX_ATTEMPTS,
    async run({ importId }, { attempts }) {
      const [row] = await db.select().from(productImport).where(eq(productImport.id, importId));
      if (!row) return null;
      try {
        await withFolder(uploads, async (folder) => {
          const file = `${folder}/products.csv`;
          if (row.state === "comparing" || row.state === "storing") {
            await restoreFile(db, importId, file);
            await importFile(deps, row, file);
          } else if (row.state === "undoing") await undo(deps, row, file);
        });
      } catch (error) {
        if (attempts >= MAX_ATTEMPTS)
          await finish(db, row, {
            // A stored import stays stored.
            state: row.state === "undoing" ? "stored" : "failed",
            message: "Something went wrong on our side, and nothing was changed. Please try again.",
          });
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
    .set({ progress: 100, ...values })
    .where(and(eq(productImport.id, id), eq(productImport.state, state)));
}

/** Compares a file, or stores what was compared. */
async function importFile({ db, media, readFacts, onRestocked }: Deps, row: ImportRow, file: string): Promise<void> {
  const progress = createProgress(db, row);
  const isStoring = row.state === "storing";
  const result = await importProducts(db, {
    file,
    media,
    mapping: new Map(Object.entries(row.mapping ?? {})),
    maxProblems: MAX_IMPORT_PROBLEMS,
    withCells: true,
    // A command publishes new products by default; in the back office staff publishes each.
    newState: "draft",
    facts: await readFacts(),
    onRestocked,
    onProgress({ stage, done, rows }) {
      if (stage === "reading") progress.show((done / row.bytes) * READ);
      else progress.show(COMPARED + (done / Math.max(1, rows)) * (100 - COMPARED));
    },
    async onStaged(trx) {
      const compared = await compareStaged(trx, row.id, () => progress.show(READ));
      if (isStoring && compared.digest === row.digest) return true;
      await finish(trx, row, {
        ...compared,
        problems: 0,
        state: "compared",
        message: isStoring ? "The catalogue has changed since. Please look at the differences again." : "",
      });
      return false;
    },
    async onStored(trx, stored) {
      await trx.execute(sql`update product_import_line as line set variant_id = import_row.variant_id from import_row
        where line.import_id = ${row.id} and line.row = import_row.file_row and line.kind <> 'problem'`);
      await trx.delete(productImportPart).where(eq(productImportPart.importId, row.id));
      await finish(trx, row, { state: "stored", storedAt: new Date() });
      await auditImport(trx, row, "products.imported", { added: stored.added, changed: stored.changed });
    },
  });
  await progress.end();
  if (!result.imported && result.problemCount > 0) await reject(db, row, result);
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
    await trx.delete(productImportLine).where(eq(productImportLine.importId, row.id));
    for (let at = 0; at < lines.length; at += BATCH)
      await trx.insert(productImportLine).values(lines.slice(at, at + BATCH));
    await finish(trx, row, { state: "rejected", rows, added: 0, changed: 0, problems: problemCount, digest: "" });
  });
}

async function undo({ db, media, onRestocked }: Deps, row: ImportRow, file: string): Promise<void> {
  const { changedSince, count } = await writeUndoFile(db, row.id, file);
  if (count > 0) {
    const more = count - changedSince.length;
    const named = `${changedSince.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
    await finish(db, row, {
      state: "stored",
      message: `It can’t be undone, since this has changed meanwhile: ${named}.`,
    });
    return;
  }
  const progress = createProgress(db, row);
  const result = await importProducts(db, {
    file,
    media,
    onRestocked,
    onProgress: ({ stage, done, rows }) =>
      progress.show(stage === "reading" ? READ : READ + (done / Math.max(1, rows)) * (100 - READ)),
    async onStored(trx, stored) {
      await finish(trx, row, { state: "undone" });
      await auditImport(trx, row, "products.import_undone", { changed: stored.changed });
    },
  });
  await progress.end();
  if (result.imported) return;
  const why = result.problems.slice(0, 3).map(describeProblem).join("; ");
  await finish(db, row, { state: "stored", message: `It can’t be undone: ${why}.` });
}

/**
 * Stores the progress outside the import's transaction, one statement at a time. Nobody awaits these statements: the embedded database runs
 * them once that transaction has ended.
 */
function createProgress(db: Database, { id, state }: ImportRow) {
  let writing: Promise<unknown> | null = null;
  let shown = 0;
  return {
    show(percent: number) {
      const progress = Math.min(99, Math.floor(percent));
      if (writing || progress <= shown) return;
      shown = progress;
      writing = db
        .update(productImport)
        .set({ progress })
        .where(and(eq(productImport.id, id), eq(productImport.state, state)))
        // An error is ignored, because nothing depends on the progress.
        .catch(() => {})
        .finally(() => {
          writing = null;
        });
    },
    end: async () => {
      await writing;
    },
  };
}
