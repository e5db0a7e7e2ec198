import { sendRequests } from "./client.ts";
import { quantile } from "./quantile.ts";

/** Makes the benchmark's requests, in its own process so that it shares no event loop with the server. Receives loads and sends results. */

export interface Load {
  url: string;
  /** Requested in turn by each connection. */
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
  /** The same for each path. */
  p50Each: number[];
  p99: number;
  /** Responses other than 2xx. */
  failed: number;
  bytesPerResponse: number;
}

process.on("message", async (load: Load) => process.send?.(await run(load)));

async function run({ seconds, headers = {}, ...load }: Load): Promise<LoadResult> {
  const times = load.paths.map((): number[] => []);
  let bytes = 0;
  let failed = 0;
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  await sendRequests({
    ...load,
    headers,
    onResponse(response) {
      times[response.path]?.push(response.milliseconds);
      bytes += response.bytes;
      if (response.status < 200 || response.status > 299) failed += 1;
      return performance.now() < until;
    },
  });
  const took = (performance.now() - startedAt) / 1000;
  const all = times.flat();
  return {
    requests: all.length,
    requestsPerSecond: all.length / took,
    p50: quantile(all, 0.5),
    p50Each: times.map((ofPath) => quantile(ofPath, 0.5)),
    p99: quantile(all, 0.99),
    failed,
    bytesPerResponse: bytes / Math.max(1, all.length),
  };
}
