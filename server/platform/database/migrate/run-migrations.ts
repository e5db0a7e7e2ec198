import { join } from "node:path";
import { sql } from "drizzle-orm";
import { OperatorError } from "../../../base/errors.ts";
import { type Database, type DatabaseOrTransaction, DatabaseTooOld, type MigrateOptions } from "../database.ts";
import { column, rowsOf } from "../rows.ts";
import { lockMigrations } from "../single-node.ts";
import { runBackFill } from "./back-fill.ts";
import { runIndexStatements } from "./concurrent-indexes.ts";
import {
  applyFunctions,
  type FunctionFile,
  type Functions,
  pendingFunctions,
  readFunctions,
} from "./function-files.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { retryLocks } from "./retry-locks.ts";

/** The migrations and functions that a release requires. */
export interface Release {
  migrations: Migration[];
  functions: Functions;
}

export function readRelease(): Release {
  return { migrations: readMigrations(join(import.meta.dirname, "../migrations")), functions: readFunctions() };
}

export interface Pending {
  migrations: Migration[];
  functions: FunctionFile[];
}

type Executor = Pick<DatabaseOrTransaction, "execute">;

/**
 * Finds what the database lacks of a release; null if nothing. Only reads.
 * @throws DatabaseTooOld, and OperatorError for a release that is too old for the database
 */
export async function findPending(db: Executor, { migrations, functions }: Release): Promise<Pending | null> {
  const applied = await readApplied(db, "public");
  requireCompatible(applied, migrations);
  const missing = migrations.filter(({ createdAt }) => !applied.has(createdAt));
  // The first migrations of an empty database precede the table of function files.
  const files = applied.size === 0 ? functions.files : await pendingFunctions(db, functions);
  return missing.length + files.length > 0 ? { migrations: missing, functions: files } : null;
}

/**
 * Applies pending migrations in order, then functions and triggers. Each step commits by itself and is recorded, so the next run continues
 * after an interruption. The caller holds the migration lock.
 * @throws DatabaseTooOld, OperatorError
 */
export async function runMigrations(
  db: Pick<Database, "execute" | "transaction">,
  {
    release = readRelease(),
    print = () => {},
    requireNewerInstances = false,
  }: MigrateOptions & { release?: Release } = {},
): Promise<void> {
  const pending = await findPending(db, release);
  if (!pending) return;
  if (requireNewerInstances) requireContractable(pending.migrations, release.migrations);
  await createRecords(db, "public");
  for (const migration of pending.migrations) {
    const startedAt = performance.now();
    const rows = await runStep(db, migration, release.migrations, print);
    const filled = rows === null ? "" : `, ${rows.toLocaleString("en")} rows`;
    print(`Applied ${migration.tag} (${((performance.now() - startedAt) / 1000).toFixed(1)} s${filled}).`);
  }
  const files = await retryLocks(db, (trx) => applyFunctions(trx, release.functions));
  for (const name of files) print(`Applied functions/${name}.`);
}

/** Runs a migration. @returns how many rows a back-fill has passed; null for the other kinds */
async function runStep(
  db: Pick<Database, "execute" | "transaction">,
  migration: Migration,
  migrations: readonly Migration[],
  print: (line: string) => void,
): Promise<number | null> {
  const { step, tag, createdAt } = migration;
  const needs = migrations.find((other) => other.tag === migration.needs)?.createdAt ?? null;
  switch (step.kind) {
    case "transaction":
      await retryLocks(db, async (trx) => {
        for (const statement of step.statements) await trx.execute(sql.raw(statement));
        await record(trx, "public", migration, needs);
      });
      return null;
    case "indexes":
      await runIndexStatements(db, step.statements, print);
      await record(db, "public", migration, needs);
      return null;
    case "back-fill": {
      const rows = await runBackFill(db, { id: createdAt, tag, backFill: step.backFill }, print);
      await record(db, "public", migration, needs);
      return rows;
    }
  }
}

/**
 * Applies the migrations of a folder to another schema, in the caller's transaction. One instance does; the others wait.
 * @throws DatabaseTooOld
 */
export async function applyMigrations(
  trx: Executor,
  { folder, schema }: { folder: string; schema: string },
): Promise<void> {
  await trx.execute(lockMigrations);
  await trx.execute(sql`create schema if not exists ${sql.identifier(schema)}`);
  await createRecords(trx, schema);
  const applied = await readApplied(trx, schema);
  const migrations = readMigrations(folder);
  requireCompatible(applied, migrations);
  for (const migration of migrations) {
    if (applied.has(migration.createdAt)) continue;
    if (migration.step.kind !== "transaction") throw new Error(`${migration.tag} needs a run outside a transaction`);
    for (const statement of migration.step.statements) await trx.execute(sql.raw(statement));
    await record(trx, schema, migration, null);
  }
}

const recordsOf = (schema: string) => sql`${sql.identifier(schema)}.migration`;

async function createRecords(db: Executor, schema: string): Promise<void> {
  await db.execute(sql`
    create table if not exists ${recordsOf(schema)} (id serial primary key, hash text not null, created_at bigint, needs bigint)`);
  // Databases older than contract steps lack the column.
  await db.execute(sql`alter table ${recordsOf(schema)} add column if not exists needs bigint`);
  if (schema !== "public") return;
  await db.execute(sql`
    create table if not exists function_file (name text primary key, hash text not null, version integer not null default 0)`);
  await db.execute(sql`alter table function_file add column if not exists version integer not null default 0`);
}

async function record(
  db: Executor,
  schema: string,
  { hash, createdAt }: Migration,
  needs: number | null,
): Promise<void> {
  await db.execute(
    sql`insert into ${recordsOf(schema)} (hash, created_at, needs) values (${hash}, ${createdAt}, ${needs})`,
  );
}

/** Reads applied migrations by `createdAt`, each with that of the migration it needs. */
async function readApplied(db: Executor, schema: string): Promise<Map<number, number | null>> {
  const [there] = await rowsOf(
    db,
    { there: "boolean" },
    sql`select to_regclass(format('%I.migration', ${schema}::text)) is not null as there`,
  );
  if (!there?.there) return new Map();
  // Databases older than `needs` lack that column.
  const row = column<{ created_at: number; needs?: number | null }>("object");
  const rows = await rowsOf(db, { row }, sql`select to_jsonb(applied) as row from ${recordsOf(schema)} as applied`);
  return new Map(rows.map(({ row: { created_at, needs = null } }) => [created_at, needs]));
}

function requireCompatible(applied: ReadonlyMap<number, number | null>, migrations: readonly Migration[]): void {
  const known = migrations.map(({ createdAt }) => createdAt);
  if (applied.size > 0 && !applied.has(known[0] ?? 0))
    throw new DatabaseTooOld(
      "The tables of this database are from an earlier version and cannot be upgraded: set DATABASE_URL or DATA_DIR to a new database and import the catalogue and texts that the earlier version exports. A demo starts anew when its DATA_DIR is deleted.",
    );
  const newest = Math.max(...known);
  for (const [createdAt, needs] of applied) {
    if (needs !== null && !known.includes(createdAt) && needs > newest)
      throw new OperatorError(
        "This program is too old for its database: a newer release has removed what it uses. Start the newer release.",
      );
  }
}

/**
 * Running instances may be as old as the newest applied migration.
 * @throws OperatorError for a contract step that they would not survive
 */
function requireContractable(missing: readonly Migration[], migrations: readonly Migration[]): void {
  // An empty database has no instances.
  if (missing.length === migrations.length) return;
  for (const { tag, needs } of missing) {
    if (missing.some((other) => other.tag === needs))
      throw new OperatorError(
        `Migration ${tag} removes what instances from before ${needs} use. Update every instance to a release with ${needs} first, or stop them all and run npm run migrate -- --stopped. Nothing was changed.`,
      );
  }
}
