import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { runCommand, type Shop, say, withShop } from "../server/commands/run.ts";
import { readSettings } from "../server/config.ts";
import { SUBJECTS } from "../server/database/database.ts";
import * as schema from "../server/database/schema.ts";
import { StartupProblem } from "../server/failures.ts";
import { seedDemo } from "./seed.ts";

/** `npm run demo:reset`: empties the shop and fills it with the demo afresh. */

runCommand(async () => {
  const { DEMO, DATA_DIR } = readSettings(process.env);
  if (!DEMO) throw new StartupProblem("This empties the shop, so it only runs where the setting DEMO is true.");
  try {
    await withShop(reset);
  } catch (error) {
    if (!(error instanceof StartupProblem) || !/cannot be opened/.test(error.message)) throw error;
    const aside = join(DATA_DIR, `database-damaged-${Date.now()}`);
    await rename(join(DATA_DIR, "database"), aside);
    say(`The embedded database could not be opened and now stands aside in ${aside}.`);
    await withShop(reset);
  }
  return 0;
});

async function reset({ db, settings }: Shop): Promise<void> {
  const tables = Object.values(schema).flatMap((entry) =>
    is(entry, PgTable) ? [sql.identifier(getTableName(entry))] : [],
  );
  await db.execute(sql`truncate ${sql.join(tables, sql`, `)} restart identity cascade`);
  await Promise.all(
    ["media", "media-variants"].map((folder) => rm(join(settings.DATA_DIR, folder), { recursive: true, force: true })),
  );
  await seedDemo(db, settings.DATA_DIR);
  // Emptying a table announces nothing by itself; running instances forget their pages now.
  for (const subject of SUBJECTS) await db.execute(sql`select pg_notify('shop_changed', ${subject})`);
  say(
    `Emptied the ${settings.DATABASE_URL ? "PostgreSQL database" : `database in ${settings.DATA_DIR}`} and filled it with the demo shop.`,
  );
}
