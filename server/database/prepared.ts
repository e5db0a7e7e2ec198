import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";

/** A query of Drizzle's query builder. */
interface Preparable<Prepared> {
  toSQL(): { sql: string };
  prepare(name: string): Prepared;
}

/**
 * Prepares a query: each connection parses and plans it once. A transaction pooler lets instances share connections, so a name must mean
 * the same statement in every instance and release; therefore it holds a hash of the text.
 * @param label what it reads, for people who look into `pg_prepared_statements`; at most 30 characters
 */
export function prepareQuery<Prepared>(label: string, query: Preparable<Prepared>): Prepared {
  return query.prepare(statementName(label, query.toSQL().sql));
}

/**
 * A placeholder that the planner cannot look into. PostgreSQL compares a plan for the values with one for all values; where it sees a
 * short list or a small limit, the former looks cheaper each time, and planning takes it longer than answering.
 * @param type the PostgreSQL type of the value
 */
export function genericParam(name: string, type: "bigint" | "integer[]" | "text[]"): SQL {
  return sql`(select ${sql.placeholder(name)}::${sql.raw(type)})::${sql.raw(type)}`;
}

/** Below 63 bytes, where PostgreSQL cuts a name off. */
export function statementName(label: string, text: string): string {
  return `${label} ${createHash("sha256").update(text).digest("base64url").slice(0, 32)}`;
}
