/**
 * Functions and triggers, each file with its current text. The table `function_file` records the hash of the applied text and its version,
 * so that an instance of an older release never restores its own text.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database.ts";
import { column, rowsOf } from "../rows.ts";

const FUNCTIONS = join(import.meta.dirname, "../functions");
/** `version` counts the changes of the files; `hash` is that of all files at that version. `npm run db:functions` updates both. */
export const VERSION_FILE = join(FUNCTIONS, "version.json");

export interface FunctionFile {
  name: string;
  text: string;
  hash: string;
}

export interface Functions {
  version: number;
  files: FunctionFile[];
}

export function readFunctions(): Functions {
  const { version } = JSON.parse(readFileSync(VERSION_FILE, "utf8")) as { version: number };
  const names = readdirSync(FUNCTIONS).filter((name) => name.endsWith(".sql"));
  const files = names.sort().map((name) => {
    const text = readFileSync(join(FUNCTIONS, name), "utf8");
    return { name, text, hash: hashOf(text) };
  });
  return { version, files };
}

/** Hashes the names and texts of all files. */
export function hashOfAll(files: readonly FunctionFile[]): string {
  return hashOf(files.map(({ name, hash }) => `${name} ${hash}\n`).join(""));
}

/** Lists the files that are not applied, or were applied for an older version. */
export async function pendingFunctions(
  db: Pick<DatabaseOrTransaction, "execute">,
  { version, files }: Functions,
): Promise<FunctionFile[]> {
  // Databases older than versions lack that column.
  const row = column<{ name: string; hash: string; version?: number }>("object");
  const rows = await rowsOf(db, { row }, sql`select to_jsonb(function_file) as row from function_file`);
  const applied = new Map(rows.map(({ row }) => [row.name, row]));
  return files.filter(({ name, hash }) => {
    const row = applied.get(name);
    const { version: appliedVersion = 0 } = row ?? {};
    return appliedVersion < version || (appliedVersion === version && row?.hash !== hash);
  });
}

/** Applies pending files in the caller's transaction. @returns the names of those whose text has changed */
export async function applyFunctions(
  trx: Pick<DatabaseOrTransaction, "execute">,
  functions: Functions,
): Promise<string[]> {
  const applied: string[] = [];
  for (const { name, text, hash } of await pendingFunctions(trx, functions)) {
    const same = await rowsOf(trx, {}, sql`select from function_file where name = ${name} and hash = ${hash}`);
    if (same.length === 0) {
      for (const statement of statementsOf(text)) await trx.execute(sql.raw(statement));
      applied.push(name);
    }
    await trx.execute(sql`
      insert into function_file (name, hash, version) values (${name}, ${hash}, ${functions.version})
      on conflict (name) do update set hash = excluded.hash, version = excluded.version`);
  }
  return applied;
}

/** Every statement of a function file begins a line with CREATE OR REPLACE. */
function statementsOf(text: string): string[] {
  return text.split(/^(?=CREATE OR REPLACE )/m).filter((statement) => statement.startsWith("CREATE"));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
