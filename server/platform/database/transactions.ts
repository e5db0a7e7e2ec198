import { setTimeout as pause } from "node:timers/promises";
import { DrizzleQueryError, type Logger, sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect, type PgTransactionConfig } from "drizzle-orm/pg-core";
import type pg from "pg";
import { type ChangeEvents, collectChanges } from "./change-events.ts";
import { type Claim, takeClaim } from "./claims.ts";
import type { Database, DatabaseOrTransaction, Topic } from "./database.ts";
import type { Limits } from "./limits.ts";
import { hasConflicted, isTransient } from "./unavailable.ts";

const MAX_TRIES = 5;
/** The longest pause before the first retry; each further retry doubles it. */
const FIRST_PAUSE_MS = 20;

type Session = NodePgSession<Record<string, never>, Record<string, never>>;
type RunTransaction = Database["transaction"];

/**
 * Makes `db.transaction` publish the changes of its work once it has committed, and run the work again if it has conflicted with another
 * transaction. So the work must have no effects outside the database. A request's first transaction makes its claim (claims.ts).
 * @param run runs a transaction once
 */
export function publishAndRetry(db: Database, run: RunTransaction, changes: ChangeEvents): void {
  collectChanges(db, changes.publish);
  db.transaction = async (work, config) => {
    const claim = config?.accessMode === "read only" ? undefined : takeClaim();
    try {
      const result = await runRetried(work, config, claim);
      if (claim) claim.state = "made";
      return result;
    } catch (error) {
      // Without a response to COMMIT, the stored claim says whether it is made.
      if (claim) claim.state = "open";
      throw error;
    }
  };

  const runRetried = async <Result>(
    work: (trx: Parameters<Parameters<RunTransaction>[0]>[0]) => Promise<Result>,
    config: PgTransactionConfig | undefined,
    claim: Claim | undefined,
  ): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      const changed = new Set<Topic>();
      try {
        const result = await run(async (trx) => {
          collectChangesOf(trx, changed);
          await claim?.insert(trx);
          return work(trx);
        }, config);
        changes.publish(changed);
        return result;
      } catch (error) {
        if (!hasConflicted(error)) {
          // Without a response to COMMIT it is unknown whether the changes are committed.
          if (error instanceof DrizzleQueryError && isTransient(error.cause)) changes.publish(changed);
          throw error;
        }
        // The results of a read-only transaction were already passed on.
        if (tries === MAX_TRIES || config?.accessMode === "read only") throw error;
      }
      // Random, so that the same transactions do not conflict again.
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1));
    }
  };
}

function collectChangesOf(trx: DatabaseOrTransaction, changed: Set<Topic>): void {
  collectChanges(trx, (topics) => {
    for (const topic of topics) changed.add(topic);
  });
  const runNested = trx.transaction.bind(trx) as RunTransaction;
  trx.transaction = ((work, config) =>
    runNested((nested) => {
      collectChangesOf(nested, changed);
      return work(nested);
    }, config)) as RunTransaction;
}

/**
 * `db.transaction` on a pool. Drizzle's own never releases the connection when BEGIN fails, as it does on one that has just broken, and hides
 * the cause of an error behind that of the following ROLLBACK.
 */
export function createTransaction(
  connections: pg.Pool,
  { logger, limits }: { logger: Logger | undefined; limits: Limits | null },
): Database["transaction"] {
  const dialect = new PgDialect({ casing: "snake_case" });
  // Prepared queries belong to a session (prepared.ts).
  const sessions = new WeakMap<pg.PoolClient, Session>();

  return async (work, config) => {
    const begin = beginStatement(config, limits);
    const client = await connections.connect().catch((error: Error) => {
      throw new DrizzleQueryError(begin, [], error);
    });
    const session = sessions.get(client) ?? new NodePgSession(client, dialect, undefined, logger && { logger });
    sessions.set(client, session);
    const trx = new NodePgTransaction(dialect, session, undefined);
    /** Set when the connection must not be reused. */
    let broken: Error | undefined;
    try {
      await trx.execute(sql.raw(begin));
      const result = await work(trx as unknown as Parameters<typeof work>[0]);
      await trx.execute(sql`commit`);
      return result;
    } catch (error) {
      if (error instanceof DrizzleQueryError && isTransient(error.cause) && !hasConflicted(error)) broken = error;
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
