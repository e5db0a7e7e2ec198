import { setTimeout as pause } from "node:timers/promises";
import { DrizzleQueryError } from "drizzle-orm";
import { jobChannel } from "../../base/traced-operations.ts";
import type { Database } from "../database/database.ts";
import { addRecurringJob } from "./add-job.ts";
import { retryAfterMs } from "./backoff.ts";
import { createPollLoop } from "./poll-loop.ts";
import { type ClaimedJob, claimJobs, EXTEND_LEASE_MS, extendLease, failJob, finishJob, releaseJobs } from "./queue.ts";
import { RetryJob, type Task, type TaskIdentifier, type Tasks } from "./tasks.ts";

export interface JobWorker {
  /** Looks for jobs now. Called at start-up and for each event of the topic `jobs`. */
  wake(): void;
  /** Stops claiming at once, aborts `stopping` of running jobs, and waits for them. */
  stop(): Promise<void>;
}

/** The result of an attempt at a job: a `failed` one needs staff. */
export interface JobRun {
  task: TaskIdentifier;
  outcome: "done" | "retried" | "failed";
  seconds: number;
}

/** A lost connection fails jobs and the storing of their errors alike; each would then wait two minutes for its lease. */
const STORE_AGAIN_AFTER_MS = [1000, 4000, 15_000];

interface WorkerDeps {
  db: Database;
  tasks: Tasks;
  /** Multiplies how many jobs of each task run at once. */
  concurrencyFactor?: number;
  onRun?: ((run: JobRun) => void) | undefined;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/** Runs the jobs in the database, each task up to its concurrency, so that no task waits for another. */
export function createJobWorker({ db, tasks, concurrencyFactor = 1, onRun, log }: WorkerDeps): JobWorker {
  const names = Object.keys(tasks) as TaskIdentifier[];
  const running = new Map<Promise<void>, TaskIdentifier>();
  const stopping = new AbortController();
  /** When the next job is due that the last claim left. */
  let nextDueAt: Date | null = null;
  let isPrepared = false;

  async function claim(): Promise<boolean> {
    if (!isPrepared) await prepare();
    isPrepared = true;
    const { jobs, nextRunAt } = await claimJobs(db, freeSlots(), new Date());
    nextDueAt = nextRunAt;
    if (stopping.signal.aborted) await releaseJobs(db, jobs);
    else jobs.forEach(start);
    return false;
  }

  async function prepare(): Promise<void> {
    for (const name of names) {
      const { intervalMs } = tasks[name];
      if (intervalMs) await addRecurringJob(db, name, new Date(Date.now() + intervalMs));
    }
  }

  function freeSlots(): Map<TaskIdentifier, number> {
    const taken = [...running.values()];
    return new Map(
      names
        .map(
          (name) =>
            [
              name,
              concurrencyFactor * tasks[name].concurrency - taken.filter((other) => other === name).length,
            ] as const,
        )
        .filter(([, free]) => free > 0),
    );
  }

  function start(job: ClaimedJob): void {
    const run = runJob(job).finally(() => {
      running.delete(run);
      loop.wake();
    });
    running.set(run, job.taskIdentifier);
  }

  async function runJob(job: ClaimedJob): Promise<void> {
    const { id, taskIdentifier, payload, attempts, lastError } = job;
    // Each claimed job belongs to one of these tasks and has its payload.
    const task = tasks[taskIdentifier] as Task<unknown>;
    const startedAt = performance.now();
    const report = (outcome: JobRun["outcome"]) =>
      onRun?.({ task: taskIdentifier, outcome, seconds: (performance.now() - startedAt) / 1000 });
    const extending = setInterval(() => {
      extendLease(db, job, new Date()).catch((err) =>
        log.warn({ job: id, err }, "the lease of a job was not extended"),
      );
    }, EXTEND_LEASE_MS);
    try {
      if (attempts > task.maxAttempts) throw new Error(lastError ?? "The process ended while it ran.");
      const runAgainAt = await jobChannel.tracePromise(
        () => task.run(payload, { attempts, lastError, stopping: stopping.signal }),
        {
          task: taskIdentifier,
          id,
        },
      );
      await finishJob(db, job, task.intervalMs ? new Date(Date.now() + task.intervalMs) : runAgainAt);
      report("done");
    } catch (error) {
      const hasFailed = attempts >= task.maxAttempts;
      report(hasFailed ? "failed" : "retried");
      const details = { job: id, task: taskIdentifier, payload, attempts, err: error };
      if (hasFailed) log.error(details, "a job has failed; npm run admin -- listJobs shows it");
      else if (!(error instanceof RetryJob)) log.error(details, "a job failed; it will be retried");
      await storeError(job, error as Error, hasFailed).catch((err) =>
        log.error({ job: id, err }, "the error of a job could not be stored; it is retried when its lease expires"),
      );
    } finally {
      clearInterval(extending);
    }
  }

  async function storeError(job: ClaimedJob, error: Error, hasFailed: boolean): Promise<void> {
    const now = new Date();
    const runAt = error instanceof RetryJob ? error.runAt : undefined;
    const retryAt = hasFailed ? null : (runAt ?? new Date(now.getTime() + retryAfterMs(job.attempts)));
    const store = () => failJob(db, job, messageOf(error), { retryAt, now });
    for (const pauseMs of STORE_AGAIN_AFTER_MS) {
      try {
        return await store();
      } catch (failure) {
        if (stopping.signal.aborted) throw failure;
        await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return store();
  }

  const loop = createPollLoop({
    round: claim,
    nextDue: async () => nextDueAt,
    onError: (error) => log.warn({ err: error }, "the job queue cannot be read right now"),
  });
  return {
    wake: loop.wake,
    async stop() {
      const loopStopped = loop.stop();
      stopping.abort();
      await loopStopped;
      await Promise.all(running.keys());
    },
  };
}

/** Returns an error's message. The message of a failed statement contains its parameter values, which may be personal. */
const messageOf = (error: Error) =>
  error instanceof DrizzleQueryError ? `A statement failed: ${error.cause?.message ?? ""}` : error.message;
