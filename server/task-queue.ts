import pLimit from "p-limit";
import { ApiError } from "./errors.ts";

/** Runs tasks that fill a core or much memory: some at a time, the others in their order. */
export interface TaskQueue {
  /** @throws ApiError (503) when the queue is full */
  run<T>(task: () => Promise<T>): Promise<T>;
  /**
   * Checks before `run`, for callers that would spend something in between.
   * @throws ApiError (503) when the queue is full
   */
  rejectWhenFull(): void;
  isIdle(): boolean;
}

/** A full queue has moved on by then. */
const RETRY_AFTER_SECONDS = 5;

/** @param maxPending tasks that may wait; one more would wait longer than people do */
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
