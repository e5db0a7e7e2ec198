import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { OperatorError } from "../errors.ts";
import { createChangeEvents } from "./change-events.ts";
import { dataDirProblem } from "./data-dir.ts";
import { type Database, DatabaseDamaged, DatabaseInUse, type OpenDatabase, type OpenOptions } from "./database.ts";
import { runMigrations } from "./migrate/run-migrations.ts";
import * as schema from "./schema.ts";
import { CHANGES } from "./single-node.ts";
import { publishAndRetry } from "./transactions.ts";

/**
 * Opens the database inside this process, in `folder`, or in memory when no folder is given.
 * @throws OperatorError when the folder cannot be written or another process holds it.
 */
export async function openEmbedded(folder: string | undefined, options?: OpenOptions): Promise<OpenDatabase> {
  const release = folder === undefined ? () => {} : lockFolder(folder);
  try {
    const pglite = await PGlite.create({
      ...(folder !== undefined && { dataDir: join(folder, "database") }),
      extensions: { pg_trgm },
    });
    const close = async () => {
      await pglite.close();
      release();
    };
    return await onPglite(pglite, close, options).catch(async (error) => {
      await pglite.close();
      throw error;
    });
  } catch (error) {
    release();
    if (folder === undefined || error instanceof OperatorError) throw error;
    throw new DatabaseDamaged(
      `The embedded database in ${folder} cannot be opened (${(error as Error).message}); restore it from a backup, or start afresh with npm run demo:reset.`,
      { cause: error },
    );
  }
}

/** Wraps an open PGlite as the shop's database. `close` closes it or returns it to its owner. */
export async function onPglite(
  pglite: PGlite,
  close: () => Promise<void>,
  { onStatement, migrate }: OpenOptions = {},
): Promise<OpenDatabase> {
  const db = drizzle(pglite, {
    schema,
    casing: "snake_case",
    logger: onStatement ? { logQuery: onStatement } : false,
  }) as unknown as Database;
  // See functions/foreign-changes.sql.
  await pglite.exec("set application_name = 'kewra'");
  await runMigrations(db, migrate);
  // Triggers notify, although no other process can use the database.
  const changes = createChangeEvents(null);
  publishAndRetry(db, db.transaction.bind(db), changes);
  const stops: (() => Promise<void>)[] = [];
  return {
    kind: "embedded",
    db,
    read: db,
    latest: db,
    async onChange(subscribe) {
      changes.subscribe(subscribe);
      stops.push(await pglite.listen(CHANGES, changes.receive));
    },
    pool: () => null,
    readers: () => [],
    onReaderChange() {},
    cutOff() {},
    async close() {
      for (const stop of stops) await stop();
      await close();
    },
  };
}

/**
 * Locks the folder for this process. PGlite has no lock of its own, and two processes would corrupt its files, so an SQLite file beside it
 * is locked: the operating system releases that lock however the process ends.
 * @returns unlocks it
 * @throws OperatorError
 */
function lockFolder(folder: string): () => void {
  const problem = dataDirProblem(folder);
  if (problem) throw new OperatorError(`${problem}; choose another folder or change its permissions.`);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, "lock.sqlite"), { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    if (/locked/.test((error as Error).message)) {
      throw new DatabaseInUse(
        `The embedded database in ${folder} is in use: a shop is open on it. Stop that one (Ctrl-C in its window) and try again.`,
        { cause: error },
      );
    }
    throw new OperatorError(
      `DATA_DIR ${folder} cannot be written (${(error as Error).message}); choose another folder or change its permissions.`,
      {
        cause: error,
      },
    );
  }
  const locked = lock;
  return () => locked.close();
}
