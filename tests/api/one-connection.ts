import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Database } from "../../server/database/database.ts";
import { isInApp } from "./statements.ts";

/** Set while a transaction's work runs, and for what it starts. */
const transaction = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Rejects a statement that waits for a second connection while its caller's transaction holds the first. The embedded database has one, so
 * there the caller would wait for itself for ever; a busy pool gets stuck in the same way.
 * @returns throws the first of them, as the code that sent it may have caught the error
 */
export function forbidSecondConnection(db: Database): () => void {
  const pool = (db as unknown as { $client: pg.Pool }).$client;
  const run = db.transaction.bind(db) as Database["transaction"];
  db.transaction = (work, config) => {
    // A test may wait for a request in a transaction of its own.
    if (!isInApp()) return run(work, config);
    const held = { isOpen: false };
    return run(
      (trx) =>
        transaction.run(held, async () => {
          held.isOpen = true;
          try {
            return await work(trx);
          } finally {
            held.isOpen = false;
          }
        }),
      config,
    );
  };
  let first: Error | undefined;
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  pool.connect = ((...args: unknown[]) => {
    if (!transaction.getStore()?.isOpen) return connect(...args);
    const error = new Error("A statement outside of its caller’s open transaction waits for a second connection");
    first ??= error;
    throw error;
  }) as typeof pool.connect;
  return () => {
    if (first) throw first;
  };
}
