/**
 * Why PostgreSQL cannot store anything, if somebody has to mend it: a full disk, a limit of its configuration, a broken disk. Remembered by
 * this process, since nothing can be stored about it, and shown where staff works.
 */

import { DrizzleQueryError } from "drizzle-orm";
import type { StorageTrouble } from "../../../contract/admin/storage-trouble.ts";

/** How long an error is shown: an idle shop stores something at least every ten minutes. */
const SHOWN_MS = 15 * 60_000;

const DISK_FULL = "53100";
const LIMIT_EXCEEDED = "53400";
/** The class of errors outside PostgreSQL: its files cannot be read or written. */
const SYSTEM_ERROR = /^58...$/;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function troubleOf(sqlState: unknown): StorageTrouble | null {
  if (sqlState === DISK_FULL) return "disk_full";
  if (sqlState === LIMIT_EXCEEDED) return "limit_exceeded";
  return typeof sqlState === "string" && SYSTEM_ERROR.test(sqlState) ? "files_broken" : null;
}

/** Whether a statement failed for a reason that does not pass by waiting; null for any other error. */
export const storageTroubleOf = (error: unknown): StorageTrouble | null =>
  error instanceof DrizzleQueryError ? troubleOf((error.cause as { code?: unknown } | undefined)?.code) : null;

let last: { trouble: StorageTrouble; at: Date } | null = null;

/** Notes an error of PostgreSQL. @param sqlState of any error */
export function noteStorageTrouble(sqlState: unknown, at: Date): void {
  const trouble = troubleOf(sqlState);
  if (trouble) last = { trouble, at };
}

/** Returns what keeps the database from storing, with the time of its last error; null if nothing has lately. */
export const storageTrouble = (now: Date): { trouble: StorageTrouble; at: Date } | null =>
  last && now.getTime() - last.at.getTime() < SHOWN_MS ? last : null;
