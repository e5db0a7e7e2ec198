import { ApiError } from "./errors.ts";

/** For work that fills a core or much memory: some at a time, the others in the order in which they came. */
export interface TaskQueue {
  /**
   * Runs the task when fewer than `atOnce` are running.
   * @throws Refusal (503) when as many wait already as may
   */
  run<T>(task: () => Promise<T>): Promise<T>;
  /**
   * The same refusal ahead of `run`, for whoever would spend something in between.
   * @throws Refusal (503) when as many wait as may
   */
  rejectWhenFull(): void;
  /** Whether nothing is running or waiting, so that work nobody waits for may go on. */
  idle(): boolean;
}

/** When whoever was refused may come again: a full queue has moved on by then. */
const RETRY_AFTER_SECONDS = 5;

/** @param mostWaiting beyond those that run; whoever would wait longer than people do is better told so at once */
export function createTaskQueue(atOnce: number, maxWaiting = Number.POSITIVE_INFINITY): TaskQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  const rejectWhenFull = () => {
    if (running >= atOnce && waiting.length >= maxWaiting)
      throw new ApiError("unavailable", undefined, undefined, RETRY_AFTER_SECONDS);
  };

  return {
    async run(task) {
      rejectWhenFull();
      if (running >= atOnce) await new Promise<void>((start) => waiting.push(start));
      else running++;
      try {
        return await task();
      } finally {
        // The place passes to the next in line, so nobody can slip in between.
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    rejectWhenFull,
    idle: () => running === 0,
  };
}
