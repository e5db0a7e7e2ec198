import { randomUUID } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { prepareForTransactions } from "../database/prepared.ts";
import { column, rowsOf } from "../database/rows.ts";
import { job } from "../database/schema.ts";
import type { TaskIdentifier } from "./tasks.ts";

/** A job whose lease was not extended for this long is claimed again, because its worker has probably died. */
const LEASE_MS = 120_000;
/** How often a worker extends the lease of a running job: one extension may fail. */
export const EXTEND_LEASE_MS = LEASE_MS / 3;
const MAX_ERROR_LENGTH = 500;

export interface ClaimedJob {
  id: number;
  taskIdentifier: TaskIdentifier;
  payload: Record<string, unknown>;
  /** The number of attempts, including the current one. */
  attempts: number;
  lastError: string | null;
  claimId: string;
  revision: number;
}

/** How many more jobs of each task a worker can run. */
export type FreeSlots = ReadonlyMap<TaskIdentifier, number>;

export interface Claim {
  jobs: ClaimedJob[];
  /** When the next job of these tasks is due after now; null if none is. */
  nextRunAt: Date | null;
}

/** A claim without jobs is one row of nulls. */
const CLAIM_ROW = {
  id: "number?",
  task_identifier: column<TaskIdentifier>("string?"),
  payload: column<ClaimedJob["payload"]>("object?"),
  attempts: column<number>("number?"),
  last_error: "string?",
  claim_id: column<string>("string?"),
  revision: column<number>("number?"),
  next_run_at: "string?",
} as const;

/**
 * Claims due jobs, the oldest first. No two workers get the same job, or two jobs of one queue name at once. The statement is not prepared:
 * a plan for a short queue would be slow for a long one.
 */
export async function claimJobs(db: Database, slots: FreeSlots, now: Date): Promise<Claim> {
  if (slots.size === 0) return { jobs: [], nextRunAt: null };
  const free = JSON.stringify([...slots].map(([name, count]) => ({ name, slots: count })));
  const task = sql`jsonb_to_recordset(${free}::jsonb) as task (name text, slots integer)`;
  const at = timestamp(now);
  // `any(array(…))` runs the locking subquery exactly once; a join might run it again for each row, and lock more jobs.
  const rows = await rowsOf(
    db,
    CLAIM_ROW,
    sql`
    with claimed as (
      update job set locked_at = ${at}, claim_id = ${randomUUID()}::uuid, attempts = attempts + 1
      where id = any(array(
        select due.id from ${task}
        cross join lateral (
          select id from job
          where task_identifier = task.name and failed_at is null and run_at <= ${at}
            and (locked_at is null or locked_at <= ${timestamp(new Date(now.getTime() - LEASE_MS))})
            and not exists (
              select from job earlier
              where earlier.queue_name = job.queue_name and earlier.id < job.id and earlier.failed_at is null
                and (earlier.locked_at is not null or earlier.run_at <= ${at}))
          order by run_at, id
          limit task.slots
          for update skip locked
        ) due))
      returning id, task_identifier, payload, attempts, last_error, claim_id, revision
    ), upcoming as (
      select min(next.run_at) as next_run_at from ${task}
      cross join lateral (
        select run_at from job
        where task_identifier = task.name and failed_at is null and locked_at is null and run_at > ${at}
        order by run_at
        limit 1
      ) next
    )
    select claimed.*, upcoming.next_run_at from upcoming left join claimed on true`,
  );
  const jobs = rows.flatMap(({ id, ...row }) =>
    id === null
      ? []
      : {
          id,
          taskIdentifier: row.task_identifier,
          payload: row.payload,
          attempts: row.attempts,
          lastError: row.last_error,
          claimId: row.claim_id,
          revision: row.revision,
        },
  );
  const next = rows[0]?.next_run_at;
  return { jobs, nextRunAt: next ? new Date(next) : null };
}

/**
 * Deletes a finished job, or sets when it runs again. A job that was added again while it ran runs at its new time. Does nothing if the job
 * belongs to another claim by now.
 */
export async function finishJob(db: Database, claimed: ClaimedJob, runAgainAt: Date | null): Promise<void> {
  if (runAgainAt === null) {
    const { id, claimId, revision } = claimed;
    const deleted = await deletion(db).execute({ id, claimId, revision });
    if (deleted.length > 0) return;
  }
  await db
    .update(job)
    .set({
      ...UNLOCKED,
      ...(runAgainAt && { runAt: unlessAddedAgain(claimed, runAgainAt, job.runAt) }),
      attempts: 0,
      lastError: null,
    })
    .where(stillClaimed(claimed));
}

const deletion = prepareForTransactions("finish job", (db) =>
  db
    .delete(job)
    .where(
      and(
        eq(job.id, sql.placeholder("id")),
        eq(job.claimId, sql.placeholder("claimId")),
        eq(job.revision, sql.placeholder("revision")),
      ),
    )
    .returning({ id: job.id }),
);

/**
 * Stores the error of an attempt. Does nothing if the job belongs to another claim by now.
 * @param retryAt null after the last attempt: the job has failed, unless it was added again while it ran
 */
export async function failJob(
  db: Database,
  claimed: ClaimedJob,
  error: string,
  { retryAt, now }: { retryAt: Date | null; now: Date },
): Promise<void> {
  await db
    .update(job)
    .set({
      ...UNLOCKED,
      lastError: error.slice(0, MAX_ERROR_LENGTH),
      ...(retryAt
        ? { runAt: unlessAddedAgain(claimed, retryAt, job.runAt) }
        : { failedAt: unlessAddedAgain(claimed, now, null) }),
    })
    .where(stillClaimed(claimed));
}

/** Extends the lease of a running job. Does nothing if the job belongs to another claim by now. */
export async function extendLease(db: Database, claimed: ClaimedJob, now: Date): Promise<void> {
  await db.update(job).set({ lockedAt: now }).where(stillClaimed(claimed));
}

/** Releases jobs that were claimed but not started. */
export async function releaseJobs(db: Database, claimed: readonly ClaimedJob[]): Promise<void> {
  for (const one of claimed)
    await db
      .update(job)
      .set({ ...UNLOCKED, attempts: sql`greatest(${job.attempts} - 1, 0)` })
      .where(stillClaimed(one));
}

const UNLOCKED = { lockedAt: null, claimId: null };

const stillClaimed = ({ id, claimId }: ClaimedJob) => and(eq(job.id, id), eq(job.claimId, claimId));

const unlessAddedAgain = ({ revision }: ClaimedJob, date: Date, otherwise: typeof job.runAt | null): SQL =>
  sql`case when ${job.revision} = ${revision} then ${timestamp(date)} else ${otherwise} end`;

const timestamp = (date: Date) => sql`${date.toISOString()}::timestamptz`;
