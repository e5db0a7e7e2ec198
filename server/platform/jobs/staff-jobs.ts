/** Jobs as staff manages them. */

import { and, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { AdminJobState } from "../../../contract/admin/system.ts";
import { publishChange } from "../database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { job } from "../database/schema.ts";

interface JobForStaff {
  id: number;
  taskIdentifier: string;
  payload: Record<string, unknown>;
  state: AdminJobState;
  runAt: Date;
  attempts: number;
  lastError: string | null;
}

const state = sql<AdminJobState>`case
  when ${job.failedAt} is not null then 'failed'
  when ${job.lockedAt} is not null then 'running'
  when ${job.attempts} > 0 then 'retrying'
  else 'waiting' end`;

/**
 * Retries jobs that failed or are waiting to be retried, now.
 * @param ids all such jobs if null
 * @returns how many
 */
export async function retryJobs(db: DatabaseOrTransaction, ids: readonly number[] | null, now: Date): Promise<number> {
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

const PAGE_SIZE = 50;
/** The maximum of counts by state. */
const MAX_COUNT = 100;
/** The condition of each state, in a form that an index serves. */
const IN_STATE: Readonly<Record<AdminJobState, SQL | undefined>> = {
  failed: isNotNull(job.failedAt),
  running: and(isNull(job.failedAt), isNotNull(job.lockedAt)),
  retrying: and(isNull(job.failedAt), isNull(job.lockedAt), sql`${job.attempts} > 0`),
  waiting: and(isNull(job.failedAt), isNull(job.lockedAt), eq(job.attempts, 0)),
};

/** Lists a page of the jobs in a state, newest first. @param before the id of the last job of the previous page */
export async function listJobsInState(
  db: Database,
  inState: AdminJobState,
  before: number | null,
): Promise<{ jobs: (JobForStaff & { key: string | null })[]; hasMore: boolean }> {
  const rows = await db
    .select({
      id: job.id,
      taskIdentifier: job.taskIdentifier,
      key: job.key,
      payload: job.payload,
      state,
      runAt: job.runAt,
      attempts: job.attempts,
      lastError: job.lastError,
    })
    .from(job)
    .where(and(IN_STATE[inState], before === null ? undefined : lt(job.id, before)))
    .orderBy(desc(job.id))
    .limit(PAGE_SIZE + 1);
  return { jobs: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE };
}

/** Counts the jobs in each state, up to `MAX_COUNT`. */
export async function countJobStates(db: Database): Promise<{ state: AdminJobState; count: number }[]> {
  const states = Object.keys(IN_STATE) as AdminJobState[];
  return Promise.all(
    states.map(async (jobState) => {
      const first = db.select({ id: job.id }).from(job).where(IN_STATE[jobState]).limit(MAX_COUNT).as("first");
      const [row] = await db.select({ count: count() }).from(first);
      return { state: jobState, count: row?.count ?? 0 };
    }),
  );
}

/** Deletes a failed job unless it is that of a recurring task. @returns the deleted job; undefined if there is none */
export async function deleteFailedJob(trx: DatabaseOrTransaction, id: number) {
  const [deleted] = await trx
    .delete(job)
    .where(and(eq(job.id, id), isNotNull(job.failedAt), or(isNull(job.key), ne(job.key, job.taskIdentifier))))
    .returning({ task: job.taskIdentifier, payload: job.payload, error: job.lastError });
  return deleted;
}
