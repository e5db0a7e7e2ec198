import { isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { publishChange } from "../database/change-events.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { job } from "../database/schema.ts";
import type { TaskIdentifier, TaskPayloads } from "./tasks.ts";

export interface JobOptions {
  /** The earliest time to run it; now if missing. */
  runAt?: Date | undefined;
  /**
   * Replaces the job with the same key: its time and payload; and resets its attempts and error. If that job is running, it runs again
   * afterwards.
   */
  key?: string;
  /** Jobs with the same queue name run one after the other, in the order in which they were added. */
  queueName?: string;
}

/** Adds a job in the caller's transaction, so it runs only if that commits. */
export async function addJob<Name extends TaskIdentifier>(
  trx: DatabaseOrTransaction,
  taskIdentifier: Name,
  payload: TaskPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await jobInsertion(trx, taskIdentifier, payload, options);
  if (options.runAt === undefined) wakeWorkers(trx);
}

/** Wakes the workers of every instance. Later jobs need no wake-up: workers poll. */
export const wakeWorkers = (trx: DatabaseOrTransaction): void => publishChange(trx, "jobs");

/**
 * The insertion of a job, for a statement that also writes what the job is about. One that is due now needs `wakeWorkers`, too.
 * @param payload may be SQL that reads what the statement has written
 */
export function jobInsertion<Name extends TaskIdentifier>(
  trx: Pick<DatabaseOrTransaction, "insert">,
  taskIdentifier: Name,
  payload: TaskPayloads[Name] | SQL<TaskPayloads[Name]>,
  { runAt, key, queueName }: JobOptions = {},
) {
  const spec = { taskIdentifier, payload, queueName, runAt: runAt ?? new Date() };
  return trx
    .insert(job)
    .values({ ...spec, key })
    .onConflictDoUpdate({
      target: job.key,
      set: { ...spec, attempts: 0, failedAt: null, lastError: null, revision: sql`${job.revision} + 1` },
    });
}

/** Adds the one job of a task unless it exists, so that a restart, or another instance, changes nothing about it. */
export async function addRecurringJob(
  trx: DatabaseOrTransaction,
  taskIdentifier: TaskIdentifier,
  runAt: Date,
): Promise<void> {
  await trx.insert(job).values({ taskIdentifier, payload: {}, key: taskIdentifier, runAt }).onConflictDoNothing();
}

/** Deletes all jobs but the recurring ones, when the rows that they work on are deleted. */
export async function deleteJobs(trx: DatabaseOrTransaction): Promise<void> {
  await trx.delete(job).where(or(isNull(job.key), ne(job.key, job.taskIdentifier)));
}
