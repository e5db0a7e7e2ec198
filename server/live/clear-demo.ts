import { rm } from "node:fs/promises";
import { join } from "node:path";
import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { BASE_TOPICS, type Database, type DatabaseOrTransaction } from "../database/database.ts";
import * as catalogue from "../database/schema/catalogue.ts";
import * as content from "../database/schema/content.ts";
import * as schema from "../database/schema.ts";
import { deleteJobs } from "../jobs/add-job.ts";
import { resetLedger } from "../stock/stock.ts";
import { reach } from "./database-state.ts";

/** What is sold, and what the owner says about it. Praise by made-up customers is not among it. */
const CATALOGUE = without(tablesOf({ ...catalogue, ...content, stock: schema.stock }), [
  catalogue.review,
  catalogue.reviewUpload,
  content.testimonial,
]);
/** All tables but the one of jobs, see `deleteJobs`. */
export const ALL_TABLES = without(tablesOf(schema), [schema.job]);
/** Folders of DATA_DIR/media with pictures and videos of customers. */
const CUSTOMERS_MEDIA = ["reviews", "customers"];

/**
 * Deletes everybody and everything that came about while the shop was a demo: customers, sessions, orders with their invoice and credit
 * note numbers (the first of the live shop is 1 again), payments, reviews, messages, subscribers, mails. Settings stay.
 * @param keepCatalogue whether categories, products, pages, FAQs, banners and pictures stay
 */
export async function clearDemo(
  db: Database,
  dataDir: string,
  { keepCatalogue }: { keepCatalogue: boolean },
): Promise<void> {
  const emptied = without(ALL_TABLES, [schema.setting, ...(keepCatalogue ? CATALOGUE : [])]);
  await db.transaction(async (trx) => {
    // A product's stars follow its reviews by a trigger, which a truncate does not set off.
    await trx.delete(schema.review);
    // What derives from products goes with them. A catalogue that stays must refer to nothing that goes.
    await truncate(trx, emptied, keepCatalogue ? "restrict" : "cascade");
    await deleteJobs(trx);
    if (keepCatalogue) await resetLedger(trx);
    await reach(trx, "cleared");
  });
  const folders = keepCatalogue ? CUSTOMERS_MEDIA.map((name) => join("media", name)) : ["media", "media-variants"];
  await Promise.all([...folders, "uploads"].map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
  // Emptying a table announces nothing by itself; running instances forget their pages now.
  for (const subject of BASE_TOPICS) await db.execute(sql`select pg_notify('shop_changed', ${subject})`);
}

/**
 * Empties tables.
 * @param dependents whether tables that refer to them are emptied as well; else there must be none but them
 */
export async function truncate(
  db: DatabaseOrTransaction,
  tables: readonly PgTable[],
  dependents: "cascade" | "restrict",
): Promise<void> {
  const names = tables.map((table) => sql.identifier(getTableName(table)));
  await db.execute(sql`truncate ${sql.join(names, sql`, `)} restart identity ${sql.raw(dependents)}`);
}

function tablesOf(module: object): PgTable[] {
  return Object.values(module).filter((entry) => is(entry, PgTable));
}

function without(tables: readonly PgTable[], omitted: readonly PgTable[]): PgTable[] {
  return tables.filter((table) => !omitted.includes(table));
}
