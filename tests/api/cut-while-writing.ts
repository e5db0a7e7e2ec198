import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { rowsOf } from "./people.ts";
import type { TestShop } from "./shop.ts";

/**
 * Ends the connection of a request's transaction just before it writes into a table, as a failover or the end of its instance does.
 * @returns the response
 */
export async function cutWhileWriting<Response>(
  shop: TestShop,
  table: string,
  request: () => Promise<Response>,
): Promise<Response> {
  let response: Promise<Response> | undefined;
  await shop.db.transaction(async (trx) => {
    await trx.execute(sql`lock table ${sql.identifier(table)} in exclusive mode`);
    response = request();
    await vi.waitFor(async () => {
      const ended = await rowsOf(
        shop,
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${table}%`}`,
      );
      if (ended.length !== 1) throw new Error(`${ended.length} connections wait for ${table}`);
    }, LONGEST_WAIT_MS);
  });
  if (!response) throw new Error("nothing was requested");
  return response;
}
