/** For work that fills a core or much memory: some at a time, the others in the order in which they came. */
export interface TaskQueue {
  /** Runs the task when fewer than `atOnce` are running. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Whether nothing is running or waiting, so that work nobody waits for may go on. */
  idle(): boolean;
}

export function createTaskQueue(atOnce: number): TaskQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    async run(task) {
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
    idle: () => running === 0,
  };
}
