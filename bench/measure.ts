import type { LoadResult } from "./load.ts";
import type { LoadGenerator, MeasuredServer } from "./processes.ts";
import type { Target } from "./targets.ts";

/** A row of the table. */
export interface Measurement extends Omit<LoadResult, "requests"> {
  products: number;
  name: string;
  kind: "cached request" | "request" | "cached page" | "rendered page";
  statementsPerRequest: number;
  /** Processor time of the server per request, in microseconds, and the same for the row baseline. */
  cpuPerRequest: number;
  cpuPerRow: number;
  /** Memory of the server's process after this load, in megabytes. */
  memory: number;
  /** Requests per second as a share of the baselines', measured just before and after. */
  shareOfFixed: number;
  shareOfRow: number;
  shareOfColumns: number;
}

export interface Instruments {
  load: LoadGenerator;
  baselines: MeasuredServer;
  connections: number;
  seconds: number;
  rounds: number;
}

const WARM_UP_SECONDS = 1;
const COUNTED_REQUESTS = 12;
/** Requests compressed pages, as every browser does. */
const HEADERS = { "accept-encoding": "gzip, br" };

/**
 * Measures a target between its baselines, in several rounds, and returns the median one: other work on the machine then slows both alike.
 */
export async function measure(server: MeasuredServer, target: Target, instruments: Instruments) {
  const { load, baselines, seconds, rounds } = instruments;
  const connections = target.connections ?? instruments.connections;
  const runBaseline = (url: string, paths: string[], duration = seconds) =>
    load.run({ url, paths, connections, seconds: duration, headers: HEADERS });
  const headers = { ...HEADERS, ...(target.token && { authorization: `Bearer ${target.token}` }) };
  const { paths, body } = target;
  const ofTarget = (duration = seconds) =>
    load.run({ url: server.url, paths, connections, seconds: duration, headers, body });

  // Fills the cache.
  for (const path of paths) await requestOnce(server.url + path, headers, body);
  const warm = await ofTarget(WARM_UP_SECONDS);
  const before = (await server.ownMetrics()).statements;
  for (let n = 0; n < COUNTED_REQUESTS; n++) await requestOnce(server.url + paths[n % paths.length], headers, body);
  const statementsPerRequest = ((await server.ownMetrics()).statements - before) / COUNTED_REQUESTS;

  const fixedPath = `/fixed/${Math.round(warm.bytesPerResponse)}`;
  // A product request is compared with rows of the same products: reading the same row repeatedly would benefit from the processor's
  // caches.
  const slugs = paths.map((path) => path.match(/product-\d+/)?.[0] ?? "product-1");
  const baseline = (name: string) => slugs.map((slug) => `/${name}/${slug}`);
  const results: Omit<Measurement, "products" | "name" | "kind" | "statementsPerRequest" | "memory">[] = [];
  const withCpuTime = async (of: MeasuredServer, run: () => Promise<LoadResult>) => {
    const before = (await of.ownMetrics()).processor;
    const result = await run();
    return { ...result, cpuPerRequest: ((await of.ownMetrics()).processor - before) / result.requests };
  };
  for (let round = 0; round < rounds; round++) {
    const fixed = await runBaseline(baselines.url, [fixedPath]);
    const row = await withCpuTime(baselines, () => runBaseline(baselines.url, baseline("row")));
    const result = await withCpuTime(server, ofTarget);
    const columns = await runBaseline(baselines.url, baseline("columns"));
    const share = (of: LoadResult) => result.requestsPerSecond / of.requestsPerSecond;
    results.push({
      ...result,
      cpuPerRow: row.cpuPerRequest,
      shareOfFixed: share(fixed),
      shareOfRow: share(row),
      shareOfColumns: share(columns),
    });
  }
  const medianOf = (key: Exclude<keyof (typeof results)[number], "p50ByPath">) =>
    median(results.map((result) => result[key]));
  return {
    requestsPerSecond: medianOf("requestsPerSecond"),
    p50: medianOf("p50"),
    p50ByPath: paths.map((_, n) => median(results.map(({ p50ByPath }) => p50ByPath[n] ?? 0))),
    p95: medianOf("p95"),
    p99: medianOf("p99"),
    failed: results.reduce((sum, { failed }) => sum + failed, warm.failed),
    bytesPerResponse: medianOf("bytesPerResponse"),
    statementsPerRequest,
    memory: (await server.ownMetrics()).memory,
    cpuPerRequest: medianOf("cpuPerRequest"),
    cpuPerRow: medianOf("cpuPerRow"),
    shareOfFixed: medianOf("shareOfFixed"),
    shareOfRow: medianOf("shareOfRow"),
    shareOfColumns: medianOf("shareOfColumns"),
  };
}

async function requestOnce(url: string, headers: Record<string, string>, body?: object): Promise<void> {
  const response = await fetch(url, {
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
