import pLimit from "p-limit";
import { ApiError } from "./errors.ts";

/** Limits the concurrency of tasks that need a core or much memory; others queue in order. */
export interface TaskQueue {
  /** @throws ApiError (503) when the queue is full */
  run<T>(task: () => Promise<T>): Promise<T>;
  /**
   * Checks before `run`, for callers that would have effects in between.
   * @throws ApiError (503) when the queue is full
   */
  rejectWhenFull(): void;
  isIdle(): boolean;
}

/** By then a full queue has room again. */
const RETRY_AFTER_SECONDS = 5;

/** @param maxPending maximum of queued tasks, so that none waits too long */
export function createTaskQueue(concurrency: number, maxPending = Number.POSITIVE_INFINITY): TaskQueue {
  const limit = pLimit(concurrency);

  const rejectWhenFull = () => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxPending)
      throw new ApiError("unavailable", undefined, undefined, RETRY_AFTER_SECONDS);
  };

  return {
    async run(task) {
      rejectWhenFull();
      return limit(task);
    },
    rejectWhenFull,
    isIdle: () => limit.activeCount === 0,
  };
}
