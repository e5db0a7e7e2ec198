import { sql } from "drizzle-orm";
import pg from "pg";
import { openShop, type TestShop } from "./shop.ts";

/** How often a prepared statement used a generic plan (`generic`), and a custom plan (`custom`). */
export interface Plans {
  name: string;
  generic: number;
  custom: number;
}

/**
 * A demo shop with one connection to a PostgreSQL whose statistics claim a million products, to test its plans: `plans` are those of named
 * prepared statements.
 * Close it when the test is done.
 */
export async function openLargeShop(): Promise<TestShop & { plans(like: string): Promise<Plans[]> }> {
  const shop = await openShop({ demo: true, environment: { DATABASE_POOL: "1" } });
  const server = new pg.Client({ connectionString: shop.databaseUrl });
  await server.connect();
  await server.query("update pg_class set reltuples = 1000000 where relname = 'product'");
  await server.end();
  return {
    ...shop,
    async plans(like) {
      const { rows } = (await shop.db.execute(
        sql`select name, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where name like ${like}`,
      )) as unknown as { rows: Plans[] };
      return rows;
    },
  };
}
