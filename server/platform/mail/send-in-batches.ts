/** Sends mails to many recipients batch by batch, so that mails about orders never wait behind thousands of others. */

import { sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";

/** How many recipients' mails one transaction queues. */
export const MAIL_BATCH = 50;
/** A mass mailing pauses while this many of its mails are unsent. */
const MAX_BACKLOG = 100;
const PAUSE_MS = 3000;

/**
 * Runs a mass mailing's job until all mails are queued, the backlog is full, or the process stops.
 * @param queueBatch queues the mails of the next recipients, at most MAIL_BATCH, in the transaction that stores its progress, so that a
 * process that ends midway queues no mail twice; returns whether recipients are left
 * @returns when the job continues; null when no recipients are left
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
  const waiting = await rowsOf(db, {}, sql`select from mail where state = 'waiting' limit ${MAX_BACKLOG}`);
  return waiting.length >= MAX_BACKLOG;
}
