import { setTimeout as pause } from "node:timers/promises";
import { DrizzleQueryError, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database.ts";

/** Short: while a migration waits for a table's lock, requests that need the table wait behind it. */
const LOCK_MS = 1000;
const PAUSE_MS = 1000;
const ATTEMPTS = 20;
/** SQLSTATEs of a lock timeout, a deadlock and a serialization failure. */
const RETRIED = /^(55P03|40P01|40001)$/;

/**
 * Runs a transaction that gives up waiting for a lock after a second and tries again a second later, for up to 40 seconds. It disables the
 * role's statement timeout.
 */
export async function retryLocks<T>(
  db: Pick<Database, "transaction">,
  work: (trx: Pick<DatabaseOrTransaction, "execute">) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (trx) => {
        await trx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`));
        await trx.execute(sql.raw("set local statement_timeout = 0"));
        return work(trx);
      });
    } catch (error) {
      const { code } = (error instanceof DrizzleQueryError ? error.cause : error) as { code?: string };
      if (attempt === ATTEMPTS || !RETRIED.test(String(code))) throw error;
      await pause(PAUSE_MS);
    }
  }
}
