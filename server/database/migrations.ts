import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { DatabaseOrTransaction } from "./database.ts";

const FOLDER = join(import.meta.dirname, "migrations");

/** Brings the tables up to date. To be called in a transaction, so that either all pending migrations run or none. */
export async function runMigrations(trx: Pick<DatabaseOrTransaction, "execute">): Promise<void> {
  await trx.execute(
    sql`create table if not exists migration (id serial primary key, hash text not null, created_at bigint)`,
  );
  const { rows } = (await trx.execute(sql`select max(created_at) as last from migration`)) as unknown as {
    rows: { last: string | number | null }[];
  };
  const last = Number(rows[0]?.last ?? 0);
  for (const { folderMillis: createdAt, hash, sql: statements } of readMigrationFiles({ migrationsFolder: FOLDER })) {
    if (createdAt <= last) continue;
    for (const statement of statements) await trx.execute(sql.raw(statement));
    await trx.execute(sql`insert into migration (hash, created_at) values (${hash}, ${createdAt})`);
  }
}
