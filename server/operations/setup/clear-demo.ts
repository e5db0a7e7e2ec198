import { rm } from "node:fs/promises";
import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import { BASE_TOPICS, type Database, type DatabaseOrTransaction } from "../../platform/database/database.ts";
import { emptySandboxTables } from "../../platform/database/sandbox-tables.ts";
import * as catalogue from "../../platform/database/schema/catalogue.ts";
import * as content from "../../platform/database/schema/content.ts";
import * as schema from "../../platform/database/schema.ts";
import { uploadsFolder } from "../../platform/http/multipart.ts";
import { deleteJobs } from "../../platform/jobs/add-job.ts";
import { recordMilestone } from "../../platform/live/database-state.ts";
import { createMediaLibrary, type MediaSettings } from "../../platform/media/media-library.ts";
import { resetLedger } from "../../selling/stock/stock.ts";

/** Tables of the catalogue and the owner's content, without the demo's invented testimonials. */
const CATALOGUE = without(tablesOf({ ...catalogue, ...content, stock: schema.stock, lot: schema.lot }), [
  content.testimonial,
]);
/** All tables except that of jobs, see `deleteJobs`. */
export const ALL_TABLES = without(tablesOf(schema), [schema.job]);
/** Folders of the media library with pictures and videos of customers. */
const CUSTOMERS_MEDIA = ["reviews", "customers"];

/**
 * Deletes the people of a demo and their data: customers, sessions, orders with their invoice and credit note numbers (the live shop starts
 * at 1 again), payments, reviews, messages, subscribers, mails. Settings stay.
 * @param keepCatalogue whether categories, products, pages, FAQs, banners and pictures stay
 */
export async function clearDemo(
  db: Database,
  settings: MediaSettings,
  { keepCatalogue, actor }: { keepCatalogue: boolean; actor: Actor },
): Promise<void> {
  const emptied = without(ALL_TABLES, [schema.setting, ...(keepCatalogue ? CATALOGUE : [])]);
  await db.transaction(async (trx) => {
    // Deletes rather than truncates, so that triggers update the products' ratings.
    await trx.delete(schema.review);
    // Tables that derive from products are emptied with them. With keepCatalogue no retained table may refer to an emptied one.
    await truncate(trx, emptied, keepCatalogue ? "restrict" : "cascade");
    await deleteJobs(trx);
    await emptySandboxTables(trx);
    if (keepCatalogue) await resetLedger(trx);
    await recordMilestone(trx, "cleared");
    // The first entry of the live shop's audit log: the demo's is emptied, too.
    const subject = { type: "shop" as const, id: "demo" };
    await recordAudit(trx, actor, { action: "shop.demo_deleted", subject, after: { keepCatalogue } }, new Date());
  });
  const media = createMediaLibrary(settings);
  for (const folder of keepCatalogue ? CUSTOMERS_MEDIA : [undefined]) await media.removeFolder(folder);
  await rm(uploadsFolder(settings.DATA_DIR), { recursive: true, force: true });
  // Truncating fires no change event; this invalidates the pages of running instances.
  publishChange(db, ...BASE_TOPICS);
}

/**
 * Empties tables.
 * @param dependents `cascade` also empties tables that refer to them; `restrict` fails if there are any
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
