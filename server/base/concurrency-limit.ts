import pLimit from "p-limit";
import { ApiError } from "./errors.ts";

/** Limits the concurrency of work that needs a core or much memory, within this process; the rest is queued in order. */
export interface ConcurrencyLimit {
  /** @throws ApiError (503) when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Checks before `run`, for callers that would have side effects in between.
   * @throws ApiError (503) when the queue is full
   */
  rejectWhenFull(): void;
  isIdle(): boolean;
}

/** Seconds after which a full queue probably has room again. */
const RETRY_AFTER_SECONDS = 5;

/** @param maxPending maximum number of queued tasks, so that none waits too long */
export function createConcurrencyLimit(concurrency: number, maxPending = Number.POSITIVE_INFINITY): ConcurrencyLimit {
  const limit = pLimit(concurrency);

  const rejectWhenFull = () => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxPending)
      throw new ApiError("unavailable", undefined, undefined, RETRY_AFTER_SECONDS);
  };

  return {
    async run(work) {
      rejectWhenFull();
      return limit(work);
    },
    rejectWhenFull,
    isIdle: () => limit.activeCount === 0,
  };
}
