import { count, desc, inArray, isNotNull, or, sql } from "drizzle-orm";
import { publishChange } from "../database/change-events.ts";
import type { Database } from "../database/database.ts";
import { job } from "../database/schema.ts";

/** The staff's view of jobs (`npm run jobs`). */

export type JobState = "waiting" | "running" | "retrying" | "failed";

export interface JobForStaff {
  id: number;
  taskIdentifier: string;
  payload: Record<string, unknown>;
  state: JobState;
  runAt: Date;
  attempts: number;
  lastError: string | null;
}

const state = sql<JobState>`case
  when ${job.failedAt} is not null then 'failed'
  when ${job.lockedAt} is not null then 'running'
  when ${job.attempts} > 0 then 'retrying'
  else 'waiting' end`;

/** Counts the jobs of each task in each state. */
export function countJobs(db: Database): Promise<{ taskIdentifier: string; state: JobState; jobs: number }[]> {
  return db
    .select({ taskIdentifier: job.taskIdentifier, state, jobs: count() })
    .from(job)
    .groupBy(job.taskIdentifier, state)
    .orderBy(job.taskIdentifier, state);
}

/** Lists jobs that failed, and after them those that are running or will be retried; newest first. */
export function listJobs(db: Database, max: number): Promise<JobForStaff[]> {
  return db
    .select({
      id: job.id,
      taskIdentifier: job.taskIdentifier,
      payload: job.payload,
      state,
      runAt: job.runAt,
      attempts: job.attempts,
      lastError: job.lastError,
    })
    .from(job)
    .where(or(isNotNull(job.failedAt), isNotNull(job.lockedAt), sql`${job.attempts} > 0`))
    .orderBy(sql`${job.failedAt} is null`, desc(job.id))
    .limit(max);
}

/**
 * Retries jobs that failed or are waiting to be retried, now.
 * @param ids all such jobs if null
 * @returns how many
 */
export async function retryJobs(db: Database, ids: readonly number[] | null, now: Date): Promise<number> {
  const retried = await db
    .update(job)
    .set({ runAt: now, attempts: 0, failedAt: null })
    .where(
      sql`${job.lockedAt} is null and ${job.attempts} > 0 and ${ids === null ? sql`true` : inArray(job.id, [...ids])}`,
    )
    .returning({ id: job.id });
  publishChange(db, "jobs");
  return retried.length;
}
