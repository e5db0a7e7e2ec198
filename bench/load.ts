import autocannon from "autocannon";

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
}

export interface LoadResult {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers other than 2xx, and requests without an answer. */
  failed: number;
  bytesPerAnswer: number;
}

process.on("message", async (load: Load) => process.send?.(await run(load)));

function run({ url, paths, connections, seconds, headers = {} }: Load): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    // autocannon's own histogram counts whole milliseconds; most answers here take less.
    const times: number[] = [];
    let bytes = 0;
    const instance = autocannon(
      { url, connections, duration: seconds, requests: paths.map((path) => ({ path, headers })) },
      (error, result) => {
        if (error) return reject(error);
        times.sort((a, b) => a - b);
        const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
        resolve({
          requests: times.length,
          requestsPerSecond: times.length / result.duration,
          p50: at(0.5),
          p99: at(0.99),
          failed: result.non2xx + result.errors + result.timeouts,
          bytesPerAnswer: bytes / Math.max(1, times.length),
        });
      },
    );
    instance.on("response", (_client, _status, size, time) => {
      times.push(time);
      bytes += size;
    });
  });
}
