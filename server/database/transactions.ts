import { DrizzleQueryError, type Logger, sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect, type PgTransactionConfig } from "drizzle-orm/pg-core";
import type pg from "pg";
import type { Database } from "./database.ts";
import type { Limits } from "./limits.ts";
import { isTransient } from "./unavailable.ts";

/**
 * `db.transaction` on a pool. Drizzle's own never releases the connection when BEGIN fails, as it does on one that has just broken, and hides
 * the cause of an error behind that of the following ROLLBACK.
 */
export function createTransaction(
  connections: pg.Pool,
  { logger, limits }: { logger: Logger | undefined; limits: Limits | null },
): Database["transaction"] {
  const dialect = new PgDialect({ casing: "snake_case" });

  return async (work, config) => {
    const begin = beginStatement(config, limits);
    const client = await connections.connect().catch((error: Error) => {
      throw new DrizzleQueryError(begin, [], error);
    });
    const session = new NodePgSession(client, dialect, undefined, logger && { logger });
    const trx = new NodePgTransaction(dialect, session, undefined);
    /** Set when the connection must not be reused. */
    let broken: Error | undefined;
    try {
      await trx.execute(sql.raw(begin));
      const result = await work(trx as unknown as Parameters<typeof work>[0]);
      await trx.execute(sql`commit`);
      return result;
    } catch (error) {
      if (error instanceof DrizzleQueryError && isTransient(error.cause)) broken = error;
      else {
        await trx.execute(sql`rollback`).catch((failed: Error) => {
          broken = failed;
        });
      }
      throw error;
    } finally {
      client.release(broken);
    }
  };
}

/** Sends the limits with BEGIN in one message, without another round trip; they apply behind a transaction pooler too. */
function beginStatement(
  { isolationLevel, accessMode, deferrable }: PgTransactionConfig = {},
  limits: Limits | null,
): string {
  const modes = [
    isolationLevel && `isolation level ${isolationLevel}`,
    accessMode,
    deferrable !== undefined && (deferrable ? "deferrable" : "not deferrable"),
  ].filter(Boolean);
  const settings = limits
    ? [
        `set local statement_timeout = ${limits.statementMs}`,
        `set local lock_timeout = ${limits.lockMs}`,
        `set local idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
      ]
    : [];
  return [["begin", ...modes].join(" "), ...settings].join("; ");
}
