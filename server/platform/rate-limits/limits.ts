import { and, eq, lt, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { rateLimit } from "../database/schema.ts";

/**
 * Rate limits shared by all instances (generic cell rate algorithm). A limit is stored as one timestamp: when it is fully available again.
 * Each use moves it forward by `window / limit`, and is rejected if it would be further ahead than the window. So `limit` uses may come at
 * once, and later ones as the window slides; one atomic statement decides.
 */
export interface Limit {
  /** For example `login from 203.0.113.7`. */
  key: string;
  limit: number;
  windowSeconds: number;
}

/**
 * Counts one use against a limit.
 * @throws ApiError (429) with the seconds until the next use
 */
export async function consume(
  db: DatabaseOrTransaction,
  { key, limit, windowSeconds }: Limit,
  now: Date,
): Promise<void> {
  const step = sql`${windowSeconds / limit} * interval '1 second'`;
  const at = sql`${now.toISOString()}::timestamptz`;
  // Further ahead than any use can move it: the clock has been set back since.
  const freeAt = sql`case when ${rateLimit.freeAt} > ${at} + ${2 * windowSeconds} * interval '1 second' then ${at}
    else greatest(${rateLimit.freeAt}, ${at}) end + ${step}`;
  const [used] = await db
    .insert(rateLimit)
    .values({ key, freeAt: sql`${at} + ${step}` })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: { freeAt },
      // A millisecond of tolerance for the rounding of the database's microseconds.
      setWhere: sql`${freeAt} <= ${at} + ${windowSeconds + 0.001} * interval '1 second'`,
    })
    .returning({ freeAt: rateLimit.freeAt });
  if (used) return;
  const [row] = await db.select({ freeAt: rateLimit.freeAt }).from(rateLimit).where(eq(rateLimit.key, key));
  throw rateLimitError(row ? retryAfterSeconds(row.freeAt, now, { limit, windowSeconds }) : 1);
}

/** Seconds until the next use, at least 1. */
export function retryAfterSeconds(freeAt: Date, now: Date, { limit, windowSeconds }: Omit<Limit, "key">): number {
  const aheadSeconds = (freeAt.getTime() - now.getTime()) / 1000;
  return Math.max(1, Math.ceil(aheadSeconds + windowSeconds / limit - windowSeconds - 0.001));
}

/** Undoes one `consume`, for example after a correct password. */
export async function undoConsume(db: DatabaseOrTransaction, { key, limit, windowSeconds }: Limit): Promise<void> {
  await db
    .update(rateLimit)
    .set({ freeAt: sql`${rateLimit.freeAt} - ${windowSeconds / limit} * interval '1 second'` })
    .where(and(eq(rateLimit.key, key)));
}

/** Clears the limit. */
export async function reset(db: DatabaseOrTransaction, key: string): Promise<void> {
  await db.delete(rateLimit).where(eq(rateLimit.key, key));
}

/** @param seconds until a retry can succeed */
export function rateLimitError(seconds: number, what = "Too many attempts."): ApiError {
  return new ApiError("rate_limited", `${what} Please try again ${formatWait(seconds)}.`, undefined, seconds);
}

/** Returns "in 30 seconds", "in 5 minutes" or "in 3 hours". */
export function formatWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "in 1 second" : `in ${seconds} seconds`;
  if (seconds < 2 * 60 * 60) return `in ${Math.ceil(seconds / 60)} minutes`;
  return `in ${Math.ceil(seconds / 3600)} hours`;
}

/** Deletes limits that are fully available again. */
export async function deleteUnusedLimits(db: DatabaseOrTransaction, now: Date): Promise<void> {
  await db.delete(rateLimit).where(lt(rateLimit.freeAt, now));
}
