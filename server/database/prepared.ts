import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";

/** A query of Drizzle's query builder. */
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
