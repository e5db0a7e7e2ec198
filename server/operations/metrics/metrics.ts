/** Metrics for Prometheus; docs/monitoring.md describes them. Loaded only if METRICS_PORT is set. */

import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import { readSpace } from "../../platform/database/data-dir.ts";
import type { OpenDatabase } from "../../platform/database/database.ts";
import { requestLabels } from "../../platform/http/route-label.ts";
import type { TaskIdentifier } from "../../platform/jobs/tasks.ts";
import type { JobRun } from "../../platform/jobs/worker.ts";
import { openPrivateServer } from "./private-server.ts";
import { createShopMetrics } from "./shop-metrics.ts";

/** In seconds: a cached page takes 1 ms, a rendered one 50 ms, a slow payment provider 10 s. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface MetricsDeps {
  settings: Pick<DeploymentSettings, "METRICS_PORT" | "METRICS_HOST" | "DATA_DIR">;
  database: OpenDatabase;
  caches: Record<"page" | "response", { readonly hits: number; readonly misses: number; readonly bytes: number }>;
  /** Lists all tasks; called at each scrape. */
  tasks: () => readonly TaskIdentifier[];
}

export interface Metrics {
  recordJobRun(run: JobRun): void;
}

/**
 * Measures the requests of an app, and serves all metrics at METRICS_PORT from when the app is ready until it closes. Call it before routes
 * are added: hooks do not apply to plugins registered earlier.
 */
export function createMetrics(app: FastifyInstance, { settings, database, caches, tasks }: MetricsDeps): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(app, registry);
  addProcessMetrics(registry, { app, database, caches, dataDir: settings.DATA_DIR });
  const onError = (error: unknown) => app.log.warn({ err: error }, "the metrics could not be read");
  const readShop = createShopMetrics({ registry, db: database.db, tasks, onError });
  serve(app, settings, {
    async read() {
      await readShop();
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
    onError,
  });
  return { recordJobRun: jobRecorder(registry) };
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: "kewra_http_request_duration_seconds",
    help: "Time from a request's headers to the end of its response, by route template, method and status class.",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    duration.observe(requestLabels(request, reply.statusCode), reply.elapsedTime / 1000);
    done();
  });
}

function jobRecorder(registry: Registry): Metrics["recordJobRun"] {
  const duration = new Histogram({
    name: "kewra_job_duration_seconds",
    help: "Duration of attempts at jobs in this process, by task and outcome (done, retried or failed).",
    labelNames: ["task", "outcome"],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  return ({ task, outcome, seconds }) => duration.observe({ task, outcome }, seconds);
}

interface ProcessDeps extends Pick<MetricsDeps, "database" | "caches"> {
  app: FastifyInstance;
  dataDir: string;
}

/** Adds the metrics that need no database. */
function addProcessMetrics(registry: Registry, { app, database, caches, dataDir }: ProcessDeps): void {
  const registers = [registry];
  new Gauge({
    name: "kewra_build_info",
    help: "Always 1; the label names the version of the shop.",
    labelNames: ["version"],
    registers,
  }).set({ version: readVersion() }, 1);

  new Gauge({
    name: "kewra_http_connections",
    help: "Open connections.",
    registers,
    async collect() {
      const open = await new Promise<number>((resolve, reject) =>
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
      this.set(open);
    },
  });

  new Gauge({
    name: "kewra_database_connections",
    help: "The pool of connections to PostgreSQL by state: open (idle ones included), idle, max, and requests waiting for one.",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, connections] of Object.entries(database.pool())) this.set({ state }, connections);
    },
  });

  new Gauge({
    name: "kewra_database_reader_in_use",
    help: "1 if reads go to this server of DATABASE_READ_URL, else 0; the log says why not.",
    labelNames: ["reader"],
    registers,
    collect() {
      this.reset();
      for (const { name, state } of database.readers()) this.set({ reader: name }, state === "in use" ? 1 : 0);
    },
  });

  new Gauge({
    name: "kewra_database_reader_lag_seconds",
    help: "How far a reader is behind the writer; missing while that is unknown.",
    labelNames: ["reader"],
    registers,
    collect() {
      this.reset();
      for (const { name, lagMs } of database.readers()) if (lagMs !== null) this.set({ reader: name }, lagMs / 1000);
    },
  });

  for (const [name, cache] of Object.entries(caches)) {
    const requests = new Counter({
      name: `kewra_${name}_cache_requests_total`,
      help: `Requests to the ${name} cache, by whether it had the ${name} (hit) or not (miss).`,
      labelNames: ["result"],
      registers,
      collect() {
        requests.reset();
        requests.inc({ result: "hit" }, cache.hits);
        requests.inc({ result: "miss" }, cache.misses);
      },
    });
    new Gauge({
      name: `kewra_${name}_cache_bytes`,
      help: `Size of the ${name} cache.`,
      registers,
      collect() {
        this.set(cache.bytes);
      },
    });
  }

  new Gauge({
    name: "kewra_data_disk_bytes",
    help: "The disk of DATA_DIR: bytes that the shop can still write (free), and all (size).",
    labelNames: ["kind"],
    registers,
    async collect() {
      this.reset();
      const space = await readSpace(dataDir);
      if (space === null) return;
      this.set({ kind: "free" }, space.free);
      this.set({ kind: "size" }, space.size);
    },
  });
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")).version;
}

type Reader = Pick<Parameters<typeof openPrivateServer>[0], "read" | "onError">;

function serve(
  app: FastifyInstance,
  { METRICS_PORT: port, METRICS_HOST: host }: MetricsDeps["settings"],
  reader: Reader,
): void {
  if (port === null) throw new Error("METRICS_PORT is empty");
  let close: (() => Promise<void>) | undefined;
  app.addHook("onReady", async () => {
    close = await openPrivateServer({ host, port, ...reader });
  });
  app.addHook("preClose", async () => close?.());
}
