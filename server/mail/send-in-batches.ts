import { sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";

/** Emails to many: queued batch by batch, so that the mails of orders never wait behind thousands of others. */

/** Recipients whose mails one transaction queues. */
export const MAIL_BATCH = 50;
/** As many unsent mails pause a mass mailing. */
const MAX_BACKLOG = 100;
const PAUSE_MS = 3000;

/**
 * Runs a mass mailing's job until all is queued, the backlog is full, or the process stops.
 * @param queueBatch queues the mails of the next recipients, MAIL_BATCH at most, in the transaction that stores how far it came, so that a
 *   process that ends midway queues no mail twice; returns whether anybody is left
 * @returns when the job continues; null when nobody is left
 */
export async function sendInBatches(
  db: Database,
  stopping: AbortSignal,
  queueBatch: (trx: DatabaseOrTransaction) => Promise<boolean>,
): Promise<Date | null> {
  for (;;) {
    if (stopping.aborted) return new Date();
    if (await hasBacklog(db)) return new Date(Date.now() + PAUSE_MS);
    if (!(await db.transaction(queueBatch))) return null;
  }
}

async function hasBacklog(db: Database): Promise<boolean> {
  const waiting = await rowsOf(db, sql`select from mail where state = 'waiting' limit ${MAX_BACKLOG}`);
  return waiting.length >= MAX_BACKLOG;
}
