import { createHash } from "node:crypto";

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

/** Below 63 bytes, where PostgreSQL cuts a name off. */
export function statementName(label: string, text: string): string {
  return `${label} ${createHash("sha256").update(text).digest("base64url").slice(0, 32)}`;
}
