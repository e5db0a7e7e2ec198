import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type DatabaseOrTransaction, OutdatedDatabase } from "./database.ts";
import { rowsOf } from "./rows.ts";

type Transaction = Pick<DatabaseOrTransaction, "execute">;

/** Any number, as long as every instance takes the same. */
const MIGRATION_LOCK = 7_236_114;
const MIGRATIONS = join(import.meta.dirname, "migrations");
/** Functions and triggers. A file is applied whenever its text has changed; the table `function_file` records its hash. */
const FUNCTIONS = join(import.meta.dirname, "functions");

/**
 * Brings tables, functions and triggers up to date. Runs in the caller's transaction, so that all changes are made or none.
 * @throws OutdatedDatabase
 */
export async function runMigrations(trx: Transaction): Promise<void> {
  const { isNewer } = await applyMigrations(trx, { folder: MIGRATIONS, schema: "public" });
  // An older instance that restarts during an upgrade leaves the functions of the newer release alone.
  if (!isNewer) await applyFunctions(trx);
}

/**
 * Applies each migration of a folder once, in order, and records it in the schema's table `migration`. One instance does; the others wait.
 * @returns whether a newer release has applied migrations that this one does not have
 * @throws OutdatedDatabase
 */
export async function applyMigrations(
  trx: Transaction,
  { folder, schema }: { folder: string; schema: string },
): Promise<{ isNewer: boolean }> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const record = sql`${sql.identifier(schema)}.migration`;
  const known = migrations.map(({ folderMillis }) => folderMillis);
  await trx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  if (schema !== "public") await trx.execute(sql`create schema if not exists ${sql.identifier(schema)}`);
  await trx.execute(
    sql`create table if not exists ${record} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const rows = await rowsOf<{ created_at: string | number }>(trx, sql`select created_at from ${record}`);
  const applied = new Set(rows.map((row) => Number(row.created_at)));
  if (applied.size > 0 && !applied.has(known[0] ?? 0))
    throw new OutdatedDatabase(
      "The tables of this database are from an earlier version and cannot be upgraded: set DATABASE_URL or DATA_DIR to a new database and import the catalogue and texts that the earlier version exports. A demo's embedded database is replaced by npm run demo:reset.",
    );
  for (const { folderMillis, hash, sql: statements } of migrations) {
    if (applied.has(folderMillis)) continue;
    for (const statement of statements) await trx.execute(sql.raw(statement));
    await trx.execute(sql`insert into ${record} (hash, created_at) values (${hash}, ${folderMillis})`);
  }
  return { isNewer: Math.max(...applied) > Math.max(...known) };
}

async function applyFunctions(trx: Transaction): Promise<void> {
  await trx.execute(sql`create table if not exists function_file (name text primary key, hash text not null)`);
  const rows = await rowsOf<{ name: string; hash: string }>(trx, sql`select name, hash from function_file`);
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  for (const name of readdirSync(FUNCTIONS).sort()) {
    const text = readFileSync(join(FUNCTIONS, name), "utf8");
    const hash = createHash("sha256").update(text).digest("hex");
    if (applied.get(name) === hash) continue;
    for (const statement of statementsOf(text)) await trx.execute(sql.raw(statement));
    await trx.execute(
      sql`insert into function_file (name, hash) values (${name}, ${hash}) on conflict (name) do update set hash = excluded.hash`,
    );
  }
}

/** Every statement of a function file begins a line with CREATE OR REPLACE. */
function statementsOf(text: string): string[] {
  return text.split(/^(?=CREATE OR REPLACE )/m).filter((statement) => statement.startsWith("CREATE"));
}
