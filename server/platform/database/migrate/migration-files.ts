/** Reads the SQL files of migrations in the order of Drizzle's journal. docs/architecture.md says how each kind is written. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

export interface Migration {
  /** The name of its file, such as `0003_order_note`. */
  tag: string;
  /** The creation time in milliseconds, which identifies it in the table `migration`. */
  createdAt: number;
  hash: string;
  step: Step;
  /** For a contract step: the tag of the migration that every running instance must know. Older ones still use what it removes. */
  needs: string | null;
}

type Step =
  /** Runs all statements in one transaction. */
  | { kind: "transaction"; statements: string[] }
  /** Runs CREATE and DROP INDEX CONCURRENTLY, each outside a transaction. */
  | { kind: "indexes"; statements: string[] }
  | { kind: "back-fill"; backFill: BackFill };

export interface BackFill {
  table: string;
  /** A column of whole numbers with an index, usually the primary key. */
  key: string;
  /** Rows per batch. */
  batch: number;
  /** Updates rows with a key above $1, up to $2. */
  statement: string;
}

const BACK_FILL = /^-- back-fill: (\w+) by (\w+), ([\d,]+) rows at a time$/m;
const CONTRACT = /^-- contract: needs (\w+)$/m;
const CONCURRENT = /^(CREATE( UNIQUE)?|DROP) INDEX CONCURRENTLY\b/i;

/** Reads the migrations of a folder, in order. @throws Error for a file that mixes kinds */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  const tags = (journal.entries as { tag: string }[]).map(({ tag }) => tag);
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis, hash }, at) => {
    const tag = tags[at] ?? "";
    const statements = sql.filter((statement) => withoutComments(statement) !== "");
    const needs = CONTRACT.exec(sql.join(""))?.[1] ?? null;
    return { tag, createdAt: folderMillis, hash, step: stepOf(tag, statements), needs };
  });
}

function stepOf(tag: string, statements: string[]): Step {
  const [, table, key, batch] = BACK_FILL.exec(statements.join("")) ?? [];
  if (table && key && batch) {
    const [statement, ...more] = statements;
    if (!statement || more.length > 0) throw new Error(`${tag}: a back-fill has one statement`);
    return { kind: "back-fill", backFill: { table, key, batch: Number(batch.replaceAll(",", "")), statement } };
  }
  const concurrent = statements.filter((statement) => CONCURRENT.test(withoutComments(statement)));
  if (concurrent.length === 0) return { kind: "transaction", statements };
  if (concurrent.length < statements.length)
    throw new Error(`${tag}: CONCURRENTLY runs outside a transaction; move the other statements to another migration`);
  return { kind: "indexes", statements: statements.map(withoutComments) };
}

/** Removes lines that are only comments, and trims the statement. */
export function withoutComments(statement: string): string {
  return statement.replace(/^\s*--.*$/gm, "").trim();
}
