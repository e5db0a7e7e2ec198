/** Sends the benchmark's requests, in its own process so that it shares no event loop with the server. Takes loads over IPC. */

import { type LoadRequest, sendRequests } from "./client.ts";
import { quantile } from "./quantile.ts";

export interface Load extends LoadRequest {
  seconds: number;
}

export interface LoadResult {
  requests: number;
  requestsPerSecond: number;
  /** In milliseconds. */
  p50: number;
  /** The median of each path, in the order of the paths. */
  p50ByPath: number[];
  p95: number;
  p99: number;
  /** Number of responses other than 2xx. */
  failed: number;
  bytesPerResponse: number;
}

process.on("message", async (load: Load) => process.send?.(await run(load)));

async function run({ seconds, ...request }: Load): Promise<LoadResult> {
  const timesByPath = request.paths.map((): number[] => []);
  let bytes = 0;
  let failed = 0;
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  await sendRequests(request, (response) => {
    timesByPath[response.path]?.push(response.milliseconds);
    bytes += response.bytes;
    if (response.status < 200 || response.status > 299) failed += 1;
    return performance.now() < deadline;
  });
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const times = timesByPath.flat();
  return {
    requests: times.length,
    requestsPerSecond: times.length / elapsedSeconds,
    p50: quantile(times, 0.5),
    p50ByPath: timesByPath.map((ofPath) => quantile(ofPath, 0.5)),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    failed,
    bytesPerResponse: bytes / Math.max(1, times.length),
  };
}
