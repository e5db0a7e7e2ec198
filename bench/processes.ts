/** Starts the processes of a benchmark: one per server, one for the load. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Buying, BuyingResult } from "./buying.ts";
import type { Load, LoadResult } from "./load.ts";
import type { ProcessMetrics } from "./serve.ts";

export interface MeasuredServer {
  url: string;
  ownMetrics(): Promise<ProcessMetrics>;
  stop(): Promise<void>;
}

export async function startServer(
  file: "server.ts" | "baselines.ts",
  environment: Record<string, string>,
): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, file), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      WARM_PICTURES: "false",
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX,
      ...environment,
    },
    // The options of npm start. Young generation: a third of the memory for a tenth of the speed of rendering. Old generation: V8 lets the
    // heap grow to four times the live data (some 60 MB while rendering) if it may exceed 1 GB, to twice below, just as fast.
    execArgv: ["--max-semi-space-size=8", "--max-old-space-size=768"],
  });
  const { url } = await nextMessage<{ url: string }>(child);
  return {
    url,
    ownMetrics() {
      child.send("metrics");
      return nextMessage(child);
    },
    stop: () => stop(child),
  };
}

/** A process that receives work and sends results. */
export interface Worker<Work, Result> {
  run(work: Work): Promise<Result>;
  stop(): Promise<void>;
}
export type LoadGenerator = Worker<Load, LoadResult>;

export const startLoadGenerator = (): LoadGenerator => startWorker("load.ts");
export const startBuyers = (): Worker<Buying, BuyingResult> => startWorker("buying.ts");

function startWorker<Work extends object, Result>(file: string): Worker<Work, Result> {
  const child = fork(join(import.meta.dirname, file), { execArgv: [] });
  return {
    run(work) {
      child.send(work);
      return nextMessage<Result>(child);
    },
    stop: () => stop(child),
  };
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const exited = new AbortController();
  try {
    const [message] = await Promise.race([
      once(child, "message", { signal: exited.signal }),
      once(child, "exit", { signal: exited.signal }).then(() =>
        Promise.reject(new Error("a benchmark process exited early")),
      ),
    ]);
    return message as T;
  } finally {
    exited.abort();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
}
