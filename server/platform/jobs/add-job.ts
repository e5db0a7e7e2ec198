import { isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { publishChange } from "../database/change-events.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { job } from "../database/schema.ts";
import type { TaskIdentifier, TaskPayloads } from "./tasks.ts";

export interface JobOptions {
  /** The earliest time to run it; now if missing. */
  runAt?: Date | undefined;
  /**
   * Replaces the time and payload of the job with this key, and resets its attempts and error. If that job is running, it runs again
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

/** Wakes the workers of every instance. A job that is due later needs no wake-up, because workers poll. */
export const wakeWorkers = (trx: DatabaseOrTransaction): void => publishChange(trx, "jobs");

/**
 * Returns the insertion of a job, for a statement that also writes the job's subject. A job that is due now also needs `wakeWorkers`.
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

/** Adds the single job of a task unless it exists, so that a restart or another instance does not change it. */
export async function addRecurringJob(
  trx: DatabaseOrTransaction,
  taskIdentifier: TaskIdentifier,
  runAt: Date,
): Promise<void> {
  await trx.insert(job).values({ taskIdentifier, payload: {}, key: taskIdentifier, runAt }).onConflictDoNothing();
}

/** Deletes all jobs except recurring ones, when the rows that they work on are deleted. */
export async function deleteJobs(trx: DatabaseOrTransaction): Promise<void> {
  await trx.delete(job).where(or(isNull(job.key), ne(job.key, job.taskIdentifier)));
}
