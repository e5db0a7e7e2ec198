/**
 * An import of the back office runs in short transactions, whose locks are short.
 */

import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { ImportState } from "../../../../contract/admin/imports.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { productImport } from "../../../platform/database/schema.ts";

/** How long a transaction of an import should take. */
const TARGET_MS = 150;
export const FIRST_STEP = 20;
/** On a busy machine, smaller transactions take as long: most of their time goes by between statements. */
const MIN_STEP = 50;
const MAX_STEP = 200;

/** Of new products without a state in the file: staff publishes each. */
export const NEW_STATE = "draft";

/** How many rows the next transaction has, after one with `rows` took `ms`. */
export function nextStep(rows: number, ms: number): number {
  const fitting = Math.round((rows * TARGET_MS) / Math.max(1, ms));
  return Math.max(MIN_STEP, Math.min(MAX_STEP, 2 * rows, fitting));
}

/** Leaves the processor to shoppers after a transaction that took `ms`, for as long. */
export const rest = (ms: number) => pause(Math.min(ms, TARGET_MS));

/** Ends a job between two transactions, because a member has stopped it. */
export class ImportStopped extends Error {
  constructor() {
    super("a member has stopped the import");
  }
}

/** Ends a job between two transactions, because the server stops; it goes on elsewhere. */
export class ServerStops extends Error {
  constructor() {
    super("the server stops");
  }
}

/** Ends a job that another process has finished meanwhile: this one was frozen, and its job taken over. */
export class ImportTakenOver extends Error {
  constructor() {
    super("another process has finished the import");
  }
}

/**
 * Lets one process at a time write the lines of a comparison.
 * @param started the state in which it began
 * @throws ImportTakenOver
 */
export async function lockComparison(trx: DatabaseOrTransaction, id: number, started: ImportState): Promise<void> {
  const [row] = await trx
    .select({ state: productImport.state })
    .from(productImport)
    .where(eq(productImport.id, id))
    .for("no key update");
  if (row?.state !== started) throw new ImportTakenOver();
}

/** Shows the progress of a job between two transactions. @throws ImportStopped, ServerStops */
export async function reportProgress(
  db: Database | DatabaseOrTransaction,
  id: number,
  percent: number,
  { stopping, picturesReady }: { stopping: AbortSignal; picturesReady?: number },
): Promise<void> {
  const [row] = await db
    .update(productImport)
    .set({
      ...(picturesReady !== undefined && {
        picturesReady: sql`greatest(${productImport.picturesReady}, ${picturesReady})`,
      }),
      progress: sql`greatest(progress, ${Math.max(0, Math.min(99, Math.floor(percent)))})`,
    })
    .where(eq(productImport.id, id))
    .returning({ stopRequested: productImport.stopRequested });
  if (!row || row.stopRequested) throw new ImportStopped();
  if (stopping.aborted) throw new ServerStops();
}
