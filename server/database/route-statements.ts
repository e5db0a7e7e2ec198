import type { Logger } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database, ReadDatabase } from "./database.ts";
import type { Limits } from "./limits.ts";
import * as schema from "./schema.ts";
import { createTransaction } from "./transactions.ts";
import { isTransient } from "./unavailable.ts";

/**
 * A database for reads: sends each statement or transaction to the first pool that can serve it.
 * @param pools called for each statement; not empty
 */
export function routeStatements(
  pools: () => readonly pg.Pool[],
  { logger, limits }: { logger: Logger | undefined; limits: Limits | null },
): ReadDatabase {
  async function onFirst<T>(use: (pool: pg.Pool) => Promise<T>, isElsewhere: (error: unknown) => boolean): Promise<T> {
    const [first, ...others] = pools();
    let attempt = use(first as pg.Pool);
    for (const pool of others) {
      attempt = attempt.catch((error) => {
        if (!isElsewhere(error)) throw error;
        return use(pool);
      });
    }
    return attempt;
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
  const { code, message } = error as { code?: string; message?: string };
  return isTransient(error) && code !== "57014" && message !== "Query read timeout";
}
