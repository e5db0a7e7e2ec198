import { ask } from "./client.ts";

/**
 * Makes requests for the benchmark, in a process of its own so that it shares no event loop with what it measures. It is sent
 * loads and answers each with what it saw.
 */

export interface Load {
  url: string;
  /** Asked for in turn by each connection. */
  paths: string[];
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** Posted as JSON; without one it is a GET. */
  body?: object;
}

export interface LoadResult {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers other than 2xx. */
  failed: number;
  bytesPerAnswer: number;
}

process.on("message", async (load: Load) => process.send?.(await run(load)));

async function run({ seconds, headers = {}, ...load }: Load): Promise<LoadResult> {
  const times: number[] = [];
  let bytes = 0;
  let failed = 0;
  const began = performance.now();
  const until = began + seconds * 1000;
  await ask({
    ...load,
    headers,
    hear(answered) {
      times.push(answered.milliseconds);
      bytes += answered.bytes;
      if (answered.status < 200 || answered.status > 299) failed += 1;
      return performance.now() < until;
    },
  });
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requests: times.length,
    requestsPerSecond: times.length / took,
    p50: at(0.5),
    p99: at(0.99),
    failed,
    bytesPerAnswer: bytes / Math.max(1, times.length),
  };
}
