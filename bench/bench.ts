import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readScriptOptions } from "../server/operations/commands/declare.ts";
import { startPostgres } from "../tests/postgres.ts";
import { ADMIN_BENCHMARK, type AdminMeasurement, adminTable, measureAdmin } from "./admin.ts";
import { AGENT_BENCHMARK, type AgentMeasurement, agentTable, measureAgents } from "./agents.ts";
import { createDatabase, preparePostgresql } from "./databases.ts";
import { FIRST_VISIT, measureFirstVisits, type Visit, visitTable } from "./first-visit.ts";
import { type Instruments, type Measurement, measure } from "./measure.ts";
import { MOVE_BENCHMARK, type MoveMeasurement, measureMove, moveTable } from "./moving.ts";
import { startLoadGenerator, startServer } from "./processes.ts";
import { measurePurchases, PURCHASE_BENCHMARK, type PurchaseMeasurement, purchaseTable } from "./purchases.ts";
import { goals, table } from "./report.ts";
import { paymentEnvironment, startProvider } from "./start-provider.ts";
import { type Target, targetsFor } from "./targets.ts";

/** Measures the shop and prints a table with its shares of the baselines; see docs/benchmark.md. */
const options = readScriptOptions({
  name: "bench",
  summary: "measures how fast the shop is; everything takes half an hour and more",
  options: {
    sizes: { value: "PRODUCTS", default: "24,1000,1000000", summary: "sizes of the catalogue" },
    only: { value: "PATTERN", default: "", summary: "a regular expression for the names of what is measured" },
    connections: { value: "NUMBER", default: "10", summary: "requests at once" },
    seconds: { value: "NUMBER", default: "3", summary: "how long each round lasts" },
    rounds: { value: "NUMBER", default: "3", summary: "how often each is measured" },
    postgres: {
      value: "URL",
      summary: "a PostgreSQL whose databases bench_<products> are reused, so that the next run need not fill them",
    },
  },
});

const POOL = 10;
/** A quarter of a small database server's memory, as PostgreSQL's manual advises; the default is for a very small one. */
const POSTGRESQL_SETTINGS = {
  shared_buffers: "1GB",
  effective_cache_size: "3GB",
  random_page_cost: "1.1",
  // Off in the tests; a shop's PostgreSQL compiles expensive statements.
  jit: "on",
};

const print = (line: string) => process.stderr.write(`${line}\n`);
const sizes = options.sizes.split(",").map(Number);
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const measurements: Measurement[] = [];
const purchases: PurchaseMeasurement[] = [];
let visits: Visit[] = [];
let admin: AdminMeasurement[] = [];
const agents: AgentMeasurement[] = [];
let moving: MoveMeasurement[] = [];
const load = startLoadGenerator();
const postgres = options.postgres
  ? { url: options.postgres, stop: async () => {} }
  : await startPostgres({ settings: POSTGRESQL_SETTINGS });

try {
  if (new RegExp(options.only).test(FIRST_VISIT) && existsSync(join(import.meta.dirname, "../build/server/index.js"))) {
    print("A first visit right after the first start");
    visits = await measureFirstVisits();
  }
  if (new RegExp(options.only).test(ADMIN_BENCHMARK)) admin = await measureAdmin(postgres.url, folder, print);
  if (new RegExp(options.only).test(MOVE_BENCHMARK)) moving = await measureMove(postgres.url, folder, print);
  // Fills a catalogue only if something is measured on it, because that takes minutes.
  for (const products of [ADMIN_BENCHMARK, MOVE_BENCHMARK].includes(options.only) ? [] : sizes) {
    print(`${products.toLocaleString("en")} products`);
    const url = await preparePostgresql(postgres.url, products, print);
    const shop = { DATABASE_URL: url, DATABASE_POOL: String(POOL), DATA_DIR: folder };
    if (new RegExp(options.only).test(AGENT_BENCHMARK)) agents.push(await measureAgents(products, shop));
    await measureShop(products, shop, await createDatabase(postgres.url, "bench_provider"));
  }
} finally {
  await load.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

const results = join(import.meta.dirname, "results");
mkdirSync(results, { recursive: true });
writeFileSync(
  join(results, `${new Date().toISOString().replaceAll(":", "-")}.json`),
  JSON.stringify({ options, measurements, purchases, visits, admin, agents, moving }, null, 2),
);
if (measurements.length > 0) process.stdout.write(`\n${table(measurements)}\n\n${goals(measurements).join("\n")}\n`);
if (purchases.length > 0) process.stdout.write(`\n${purchaseTable(purchases)}\n`);
if (admin.length > 0) process.stdout.write(`\n${adminTable(admin)}\n`);
if (agents.length > 0) process.stdout.write(`\n${agentTable(agents)}\n`);
if (moving.length > 0) process.stdout.write(`\n${moveTable(moving)}\n`);
if (visits.length > 0) process.stdout.write(`\n${visitTable(visits)}\n`);

/** Measures the requested targets on one database, from the caches and then without them. */
async function measureShop(
  products: number,
  environment: Record<string, string>,
  providerDatabase: string,
): Promise<void> {
  const storefront = existsSync(join(import.meta.dirname, "../build/server/index.js"));
  const targets = targetsFor(products).filter(
    ({ name, kind }) => new RegExp(options.only).test(name) && (kind === "request" || storefront),
  );
  const instruments = {
    load,
    connections: Number(options.connections),
    seconds: Number(options.seconds),
    rounds: Number(options.rounds),
  };
  const shop = { ...environment, LOG_LEVEL: "silent" };

  const cached = { PAGE_CACHE_MB: "64", RESPONSE_CACHE_MB: "16" };
  await withServers(environment, { ...shop, ...cached }, async (server, baselines) => {
    for (const target of targets) await note(target, `cached ${target.kind}`, server, { ...instruments, baselines });
  });
  if (new RegExp(options.only).test(PURCHASE_BENCHMARK)) await measureAllPurchases();
  if (targets.length === 0) return;
  const uncached = { PAGE_CACHE_MB: "0", RESPONSE_CACHE_MB: "0" };
  await withServers(environment, { ...shop, ...uncached }, async (server, baselines) => {
    for (const target of targets)
      await note(target, target.kind === "page" ? "rendered page" : "request", server, { ...instruments, baselines });
  });

  /** Measures purchases with the provider in its own process, as in a live shop. */
  async function measureAllPurchases() {
    const provider = await startProvider(providerDatabase);
    const server = await startServer("server.ts", { ...shop, ...cached, ...paymentEnvironment(provider) });
    try {
      const { purchases: all, addsPerSecond } = await measurePurchases(server, provider, instruments.seconds);
      for (const measured of all) {
        purchases.push({ products, ...measured });
        print(
          `  purchase, ${measured.customers} at once: ${measured.perSecond.toFixed(0)} a second, ${measured.unsentMails} mails unsent`,
        );
      }
      print(`  add to cart: ${addsPerSecond.toFixed(0)} a second`);
    } finally {
      await server.stop();
      provider.stop();
    }
  }

  async function note(
    target: Target,
    kind: Measurement["kind"],
    server: Awaited<ReturnType<typeof startServer>>,
    all: Instruments,
  ) {
    const measured = await measure(server, target, all);
    measurements.push({ products, name: target.name, kind, ...measured });
    print(
      `  ${target.name} (${kind}): ${measured.requestsPerSecond.toFixed(0)} req/s, p99 ${measured.p99.toFixed(1)} ms`,
    );
  }
}

/** Starts the shop and its baselines. */
async function withServers(
  environment: Record<string, string>,
  shop: Record<string, string>,
  work: (
    server: Awaited<ReturnType<typeof startServer>>,
    baselines: Awaited<ReturnType<typeof startServer>>,
  ) => Promise<void>,
): Promise<void> {
  const baselines = await startServer("baselines.ts", environment);
  const server = await startServer("server.ts", shop);
  try {
    await work(server, baselines);
  } finally {
    await Promise.all([server.stop(), baselines.stop()]);
  }
}
