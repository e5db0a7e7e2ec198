import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "./database.ts";
import { type Columns, described, type RowOf } from "./rows.ts";

/** A query of Drizzle's query builder that can be prepared. */
interface Preparable<Prepared> {
  toSQL(): { sql: string };
  prepare(name: string): Prepared;
}

/**
 * Prepares a query: each connection parses and plans it once. Behind a transaction pooler instances share connections, so a name must mean
 * the same statement in every instance and release: it contains a hash of the text.
 * @param label names the query in `pg_prepared_statements`; at most 30 characters
 */
export function prepareQuery<Prepared>(label: string, query: Preparable<Prepared>): Prepared {
  return query.prepare(statementName(label, query.toSQL().sql));
}

/**
 * Prepares a query that also works in transactions: once for each connection, because a prepared query of Drizzle belongs to one.
 * @param label as `prepareQuery`
 * @param build makes the query, with placeholders
 */
export function prepareForTransactions<Prepared, Db extends Pick<DatabaseOrTransaction, "_"> = DatabaseOrTransaction>(
  label: string,
  build: (db: Db) => Preparable<Prepared>,
): (db: Db) => Prepared {
  const bySession = new WeakMap<object, Prepared>();
  let name: string | undefined;
  return (db) => {
    const { session } = db._;
    const known = bySession.get(session);
    if (known) return known;
    const query = build(db);
    name ??= statementName(label, query.toSQL().sql);
    const prepared = query.prepare(name);
    bySession.set(session, prepared);
    return prepared;
  };
}

/** As `prepareForTransactions`, for a statement that Drizzle's query builder cannot express. Its rows have the columns' names as in SQL. */
export function prepareRows<const Described extends Columns>(
  label: string,
  columns: Described,
  statement: SQL,
): (db: DatabaseOrTransaction, values: Record<string, unknown>) => Promise<RowOf<Described>[]> {
  const query = dialect.sqlToQuery(statement);
  const prepare = prepareForTransactions<PgPreparedQuery<PreparedQueryConfig>>(label, ({ _: { session } }) => ({
    toSQL: () => query,
    prepare: (name) => session.prepareQuery(query, undefined, name, false),
  }));
  return async (db, values) => described(columns, await prepare(db).execute(values));
}

const dialect = new PgDialect({ casing: "snake_case" });

/**
 * A placeholder whose value the planner does not see, so that it reuses one generic plan. If it saw a short list, a plan for just those
 * values would look cheaper each time, and planning takes longer than the query.
 * @param type the PostgreSQL type of the value
 */
export function genericParam(name: string, type: "bigint" | "bigint[]" | "text[]"): SQL {
  return sql`(select ${sql.placeholder(name)}::${sql.raw(type)})::${sql.raw(type)}`;
}

/** Shorter than 63 bytes, where PostgreSQL truncates names. */
export function statementName(label: string, text: string): string {
  return `${label} ${createHash("sha256").update(text).digest("base64url").slice(0, 32)}`;
}
