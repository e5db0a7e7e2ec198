import type { Logger } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database, ReadDatabase } from "./database.ts";
import type { Limits } from "./limits.ts";
import * as schema from "./schema.ts";
import { createTransaction } from "./transactions.ts";
import { isTimeout, isTransient } from "./unavailable.ts";

/**
 * A database for reads: sends each statement or transaction to the first pool that can serve it.
 * @param pools called for each statement; not empty
 */
export function routeStatements(
  pools: () => readonly pg.Pool[],
  { logger, limits }: { logger: Logger | undefined; limits: Limits | null },
): ReadDatabase {
  async function onFirst<T>(use: (pool: pg.Pool) => Promise<T>, mayRetry: (error: unknown) => boolean): Promise<T> {
    let failed: unknown;
    for (const pool of pools()) {
      try {
        return await use(pool);
      } catch (error) {
        if (!mayRetry(error)) throw error;
        failed = error;
      }
    }
    throw failed;
  }
  const client = {
    query: (config: pg.QueryConfig, values: unknown[]) =>
      onFirst((pool) => pool.query(config, values), mayWorkElsewhere),
    connect: () =>
      onFirst(
        (pool) => pool.connect(),
        () => true,
      ),
  } as unknown as pg.Pool;
  const db = drizzle({ client, schema, casing: "snake_case", logger: logger ?? false }) as unknown as Database;
  db.transaction = createTransaction(client, { logger, limits });
  return db;
}

/**
 * Whether another server may succeed. A statement that took too long on one server takes as long on the next, and would overload it too.
 */
function mayWorkElsewhere(error: unknown): boolean {
  return isTransient(error) && !isTimeout(error);
}
