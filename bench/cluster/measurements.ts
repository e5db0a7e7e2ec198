/** Measures without events. */

import { setTimeout as pause } from "node:timers/promises";
import { BUYERS, PRODUCT_SLUGS } from "../buyers.ts";
import { type Provider, paymentEnvironment } from "../start-provider.ts";
import type { Cluster } from "./assembly.ts";
import { createInstance } from "./instances.ts";
import { runLoad } from "./load.ts";
import { freePorts, type Processes } from "./processes.ts";
import type { Releases } from "./releases.ts";
import type { Plan } from "./shoppers.ts";
import { type Summary, summarise } from "./summary.ts";
import { copyTemplate, startAlone, urlOf, withClient } from "./template.ts";

export interface LoadSize {
  /** Requests of visitors per second. */
  rate: number;
  buyers: number;
  products: number;
}

/** Milliseconds between two purchases of a customer. */
const THINK_MS = 250;

export async function planFor(shop: string, provider: string, { rate, buyers, products }: LoadSize): Promise<Plan> {
  return {
    shop,
    provider,
    products,
    perSecond: rate,
    tokens: BUYERS.slice(0, buyers).map(({ token }) => token),
    productIds: await Promise.all(PRODUCT_SLUGS.map((slug) => fetchProductId(shop, slug))),
    thinkMs: THINK_MS,
    pictures: [],
  };
}

async function fetchProductId(shop: string, slug: string): Promise<string> {
  const response = await fetch(`${shop}/api/product/${slug}`);
  const { data } = (await response.json()) as { data: { _id: string } };
  return data._id;
}

interface Alone {
  processes: Processes;
  /** The folder of PostgreSQL's programs. */
  binaries: string;
  template: string;
  releases: Releases;
  provider: Provider;
  load: LoadSize;
  seconds: number;
}

/** Measures the same load on one process with one PostgreSQL, and ends both. */
export async function measureAlone({
  processes,
  binaries,
  template,
  releases,
  provider,
  load,
  seconds,
}: Alone): Promise<Summary & { seconds: number }> {
  const database = await startAlone(
    processes,
    "alone-postgresql",
    binaries,
    copyTemplate(processes, template, "alone"),
  );
  const [port = 0] = await freePorts(1);
  const instance = createInstance(processes, "alone-kewra", port, {
    DATABASE_URL: database.url,
    ...paymentEnvironment(provider),
  });
  instance.start(releases.now);
  await instance.ready();
  await provider.serve(instance.url);
  const plan = await planFor(instance.url, provider.url, load);
  await runLoad(plan, 3);
  const from = Date.now();
  const outcome = await runLoad(plan, seconds);
  const to = Date.now();
  // Webhooks of these purchases go to this shop.
  await pause(1000);
  await instance.stop();
  await database.stop();
  return { ...summarise(outcome, from, to), seconds: (to - from) / 1000 };
}

export interface PurchaseCost {
  purchases: number;
  /** The cost of one purchase, with its mails and jobs. */
  statements: number;
  transactions: number;
  /** Transactions that wait until their log is on disk, and the log in bytes. */
  flushes: number;
  bytes: number;
}

/** Counts the cost of one customer's purchases, less what the idle shop does in the same time. */
export async function measureCost({ pooler, databases }: Cluster, plan: Plan, seconds: number): Promise<PurchaseCost> {
  const { port } = await databases.writer();
  const counts = async () => {
    const wal = await withClient(urlOf(port, { role: "postgres" }), async (client) => {
      const { rows } = await client.query("select wal_sync, wal_bytes from pg_stat_wal");
      return { flushes: Number(rows[0].wal_sync), bytes: Number(rows[0].wal_bytes) };
    });
    return { ...(await pooler.counts()), ...wal };
  };
  const during = async (work: () => Promise<unknown>) => {
    const before = await counts();
    const startedAt = Date.now();
    await work();
    // PostgreSQL publishes its counters late.
    await pause(3000);
    const after = await counts();
    const share = (key: keyof typeof after) => (after[key] - before[key]) / (Date.now() - startedAt);
    return {
      milliseconds: Date.now() - startedAt,
      statements: share("statements"),
      transactions: share("transactions"),
      flushes: share("flushes"),
      bytes: share("bytes"),
    };
  };
  const idle = await during(() => pause(seconds * 500));
  let purchases = 0;
  const buying = await during(async () => {
    const { confirmed } = await runLoad(
      { ...plan, perSecond: 0, tokens: plan.tokens.slice(0, 1), thinkMs: 0 },
      seconds,
    );
    purchases = confirmed.length;
  });
  const each = (key: "statements" | "transactions" | "flushes" | "bytes") =>
    ((buying[key] - idle[key]) * buying.milliseconds) / Math.max(1, purchases);
  return {
    purchases,
    statements: each("statements"),
    transactions: each("transactions"),
    flushes: each("flushes"),
    bytes: each("bytes"),
  };
}
