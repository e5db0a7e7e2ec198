import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { OperatorError } from "../../../base/errors.ts";
import type { Database } from "../database.ts";
import { readRelease, runMigrations } from "../migrate/run-migrations.ts";
import { createSandboxTables } from "../sandbox-tables.ts";
import { holdMigrations } from "../single-node.ts";
import { type BackupDescription, readDescription, tableFile } from "./backup-folder.ts";
import { nameOf, rows } from "./dump.ts";

/** Call it before anything is changed. @throws OperatorError for a backup with migrations that this release lacks, as a later one has */
export function requireKnown({ migrations }: BackupDescription): void {
  const known = new Set(readRelease().migrations.map(({ createdAt }) => createdAt));
  if (migrations.every((at) => known.has(at))) return;
  throw new OperatorError(
    "This backup is of a later version of the shop, whose tables this one does not know. Update the shop to that version, then restore again. Nothing was changed.",
  );
}

/**
 * Fills an empty database from a complete backup: with the tables, functions and triggers of the release that made it, all rows in one transaction,
 * and then what later migrations change.
 * @param onTable called before the first change, and before each table, with how many there are
 * @throws OperatorError for a database that is not empty or that another process fills
 */
export async function loadDatabase(
  client: pg.Client,
  folder: string,
  onTable: (done: number, of: number) => void,
): Promise<void> {
  const backup = readDescription(folder);
  const release = readRelease();
  if (!(await holdMigrations(client)))
    throw new OperatorError("Another restore or a starting shop is filling this database. Nothing was changed.");
  const [there] = await rows<{ shop: boolean }>(client, "select to_regclass('public.migration') is not null as shop");
  if (there?.shop)
    throw new OperatorError(
      "There is a shop in this database already, and nothing of it is replaced: restore into an empty database, or a DATA_DIR without the folder postgres. Nothing was changed.",
    );

  const db = drizzle(client, { casing: "snake_case" }) as unknown as Database;
  onTable(0, backup.tables.length);
  const ofBackup = release.migrations.filter(({ createdAt }) => backup.migrations.includes(createdAt));
  await runMigrations(db, { release: { migrations: ofBackup, functions: { version: 0, files: [] } } });
  if (backup.tables.some(({ schema }) => schema === "sandbox")) await createSandboxTables(db);

  await client.query("begin");
  try {
    await replaceCode(client, backup);
    const keys = await dropForeignKeys(client);
    const names = backup.tables.map((table) => nameOf(client, table));
    // A migration may have inserted rows, which the backup has as well.
    await client.query(`truncate ${names.join(", ")}`);
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    for (const [at, table] of backup.tables.entries()) {
      onTable(at, backup.tables.length);
      const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(", ");
      const target = client.query(copyFrom(`copy ${names[at]} (${columns}) from stdin`));
      await pipeline(createReadStream(tableFile(folder, table)), createGunzip(), target);
    }
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const statement of keys) await client.query(statement);
    for (const { schema, name, last } of backup.sequences)
      await client.query("select setval(format('%I.%I', $1::text, $2::text), $3::bigint)", [schema, name, last]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
  await runMigrations(db, { release });
  await client.query("analyze");
}

/** Makes functions and triggers those of the backup. The order among functions does not matter, as their bodies are not checked. */
async function replaceCode(client: pg.Client, { functions, triggers }: BackupDescription): Promise<void> {
  await client.query("set local check_function_bodies = off");
  const created = await rows<{ name: string; table: string }>(
    client,
    `select tgname as name, format('%I.%I', nspname, relname) as table
     from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'sandbox') and not tgisinternal and tgparentid = 0`,
  );
  for (const { name, table } of created)
    await client.query(`drop trigger ${client.escapeIdentifier(name)} on ${table}`);
  for (const definition of functions) await client.query(definition);
  for (const { definition } of triggers) await client.query(definition);
}

/** So that tables can be filled in any order. @returns statements that add them again, and then check all rows */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const keys = await rows<{ name: string; table: string; definition: string }>(
    client,
    `select conname as name, format('%I.%I', nspname, relname) as table, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'sandbox') and contype = 'f' and conparentid = 0`,
  );
  for (const { name, table } of keys)
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`);
  return keys.map(
    ({ name, table, definition }) =>
      `alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`,
  );
}
