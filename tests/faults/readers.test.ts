/** A shop that reads from a streaming standby. */

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Storefront } from "../../server/operations/pages/storefront.ts";
import type { ReadDatabase, ReaderState } from "../../server/platform/database/database.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { product } from "../../server/platform/database/schema.ts";
import { exportProducts } from "../../server/shop/catalogue/import/export.ts";
import { makeCategory, makeProduct } from "../api/make-product.ts";
import { peopleOf } from "../api/people.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { STANDBY_SOURCE, startPostgres, type TestPostgres } from "../postgres.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/** A storefront whose pages are just a product's title. */
const titleStorefront: Storefront = {
  files: undefined,
  pagePathOf: async ({ pathname }) => pathname,
  async render({ url, callInProcess }) {
    const slug = new URL(url).pathname.split("/")[2] ?? "";
    await callInProcess("readShop", { params: {}, query: {} });
    const { status, body } = await callInProcess("readProduct", { params: { slug }, query: {} });
    const html = Buffer.from((body as { data?: { title: string } }).data?.title ?? "");
    return { status, html, location: null, link: null, errors: [] };
  },
};

let writer: TestPostgres;
let standby: TestPostgres;
let proxy: TcpProxy;
let shop: TestShop;
let categoryId: number;
let productId: number;
let token: string;
let admin: pg.Client;
let metricsPort: number;

beforeAll(async () => {
  writer = await startPostgres({ own: true, settings: STANDBY_SOURCE });
  standby = await startPostgres({ standbyOf: writer, settings: { wal_retrieve_retry_interval: "100ms" } });
  proxy = await startTcpProxy(standby.url);
  metricsPort = await freePort();
  shop = await openShop({
    databaseUrl: writer.url,
    environment: { DATABASE_READ_URL: proxy.url, METRICS_PORT: String(metricsPort) },
    storefront: titleStorefront,
  });
  categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  productId = await makeProduct(shop, { categoryId, slug: "gulab", title: "Gulab" });
  ({ token } = await peopleOf(shop).signUp("asha@example.com"));
  admin = await connectAdmin();
});
afterAll(async () => {
  await admin?.end();
  await shop?.close();
  await proxy?.close();
  await standby?.stop();
  await writer?.stop();
});
beforeEach(() => waitForReader("in use"));

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "localhost");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

async function connectAdmin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: standby.url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

const waitForReader = (state: ReaderState) =>
  vi.waitFor(() => expect(shop.database.readers()).toMatchObject([{ state }]), {
    timeout: LONGEST_WAIT_MS,
    interval: 10,
  });

async function pauseReplay(): Promise<() => Promise<unknown>> {
  await admin.query("select pg_wal_replay_pause()");
  await vi.waitFor(
    async () => {
      const { rows } = await admin.query("select pg_get_wal_replay_pause_state() as state");
      expect(rows[0].state).toBe("paused");
    },
    { timeout: LONGEST_WAIT_MS, interval: 25 },
  );
  const resume = () => admin.query("select pg_wal_replay_resume()");
  onTestFinished(() => void resume());
  return resume;
}

async function isStandby(db: ReadDatabase): Promise<boolean> {
  const { rows } = (await db.execute(sql`select pg_is_in_recovery() as standby`)) as unknown as {
    rows: { standby: boolean }[];
  };
  return rows[0]?.standby === true;
}

const setTitle = (title: string) => shop.db.update(product).set({ title }).where(eq(product.id, productId));
const titleFor = async (headers: Record<string, string> = {}) =>
  (await shop.get("/api/product/gulab", headers)).body.data.title as string;
async function titleOnPage(): Promise<string> {
  const { rawPayload } = await shop.app.inject({ url: "/product/gulab", headers: { "accept-encoding": "br" } });
  return brotliDecompressSync(rawPayload).toString();
}

describe("a reader in use", () => {
  it("answers reads; the writer answers writes and reads of the latest data", async () => {
    const { db, read, latest } = shop.database;
    expect(await Promise.all([isStandby(db), isStandby(read), isStandby(latest)])).toEqual([false, true, false]);
    expect(shop.database.readers()[0]?.lagMs).toBeLessThan(5000);
  });

  it("has metrics of its state and lag", async () => {
    await shop.app.ready();
    const metrics = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    const { host } = new URL(proxy.url);
    expect(metrics).toContain(`kewra_database_reader_in_use{reader="${host}"} 1`);
    expect(metrics).toContain(`kewra_database_reader_lag_seconds{reader="${host}"} `);
  });

  it("delays the invalidation of pages until it has replayed the change, so that no old page is cached", async () => {
    await titleOnPage();
    const resume = await pauseReplay();
    await setTitle("Gulab of Kannauj");
    // As many requests as possible between the change and its replay.
    for (let round = 0; round < 50; round++) await titleOnPage();
    await resume();
    await vi.waitFor(async () => expect(await titleOnPage()).toBe("Gulab of Kannauj"), {
      timeout: LONGEST_WAIT_MS,
      interval: 5,
    });
    expect(await titleFor()).toBe("Gulab of Kannauj");
  });

  it("is not used when a change waits too long for it, until it has replayed the change", async () => {
    await titleOnPage();
    const resume = await pauseReplay();
    await setTitle("Ruh Gulab");
    await expect.poll(titleOnPage).toBe("Ruh Gulab");
    expect(shop.database.readers()).toMatchObject([{ state: "behind" }]);
    expect(await isStandby(shop.database.read)).toBe(false);
    expect(await titleFor()).toBe("Ruh Gulab");
    await resume();
    await waitForReader("in use");
    expect([await titleFor(), await titleOnPage()]).toEqual(["Ruh Gulab", "Ruh Gulab"]);
  });

  it("is not used for a client that has just written", async () => {
    const resume = await pauseReplay();
    await setTitle("Gulab of Pushkar");
    expect(await titleFor({ authorization: `Bearer ${token}`, "cache-control": "no-cache" })).toBe("Gulab of Pushkar");
    await resume();
  });

  it("is not used by a command until it has replayed what was written before", async () => {
    const resume = await pauseReplay();
    await makeProduct(shop, { categoryId, slug: "just-imported" });
    const database = await openDatabase(
      { DATABASE_URL: writer.url, DATABASE_READ_URL: [standby.url], DATABASE_POOL: 1, DATA_DIR: "" },
      { unlimited: true },
    );
    const slugs: string[] = [];
    await exportProducts(database.read, async (rows) => void slugs.push(...rows.map(({ slug }) => slug)));
    await database.close();
    expect(slugs).toContain("just-imported");
    await resume();
  });
});

describe("a failing reader", () => {
  it("is not used while it lags by more than five seconds", async () => {
    const resume = await pauseReplay();
    // A change event leaves it out earlier.
    await expect.poll(() => shop.database.readers()[0]?.lagMs, { timeout: LONGEST_WAIT_MS }).toBeGreaterThan(5000);
    await waitForReader("behind");
    expect(await isStandby(shop.database.read)).toBe(false);
    await resume();
    await waitForReader("in use");
    expect(await isStandby(shop.database.read)).toBe(true);
  });

  it("fails no request when it is killed, and is used again when it is back", async () => {
    const responses: number[] = [];
    let isDone = false;
    const requestRepeatedly = async () => {
      while (!isDone) responses.push((await shop.get("/api/product", { authorization: `Bearer ${token}` })).status);
    };
    const requests = [requestRepeatedly(), requestRepeatedly(), requestRepeatedly()];
    await standby.crash();
    await waitForReader("unreachable");
    await standby.start();
    await waitForReader("in use");
    isDone = true;
    await Promise.all(requests);
    expect(new Set(responses)).toEqual(new Set([200]));
    admin = await connectAdmin();
  });

  it("fails no request when its connections fall silent", async () => {
    expect(await isStandby(shop.database.read)).toBe(true);
    proxy.silence();
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => shop.get(`/api/product?page=${n + 1}`)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });
});

it("the catalogue stays open while the writer is away, and sales go on when it is back", async () => {
  const authorization = `Bearer ${token}`;
  await writer.crash();
  const paths = [
    ...["/api/product", "/api/product/gulab", "/api/product?search=gulab", "/api/category", "/api/category/attars"],
    ...[`/api/review?product_id=${productId}`, "/api/faqs", "/api/shop", `/api/wishlist?ids=${productId}`],
    ...["/sitemap.xml", "/sitemaps/products-1.xml", "/readyz", "/product/just-imported"],
  ];
  const senders: Record<string, string>[] = [{}, { authorization }, { authorization, "cache-control": "no-cache" }];
  for (const path of paths)
    for (const headers of senders)
      expect({ path, status: (await shop.get(path, headers)).status }).toEqual({ path, status: 200 });
  expect((await shop.get("/api/cart", { authorization })).status).toBe(503);

  await writer.start();
  const cart = async () => (await shop.get("/api/cart", { authorization })).status;
  await expect.poll(cart).toBe(200);
  await setTitle("Gulab again");
  await vi.waitFor(async () => expect(await titleOnPage()).toBe("Gulab again"), {
    timeout: LONGEST_WAIT_MS,
    interval: 20,
  });
});

it("the catalogue stays open while a promoted reader is not the writer yet", async () => {
  await writer.crash();
  await admin.query("select pg_promote()");
  await waitForReader("not a standby");
  const senders: Record<string, string>[] = [{}, { authorization: `Bearer ${token}` }];
  for (const headers of senders)
    for (const path of ["/api/product", "/api/product/gulab", "/product/gulab", "/readyz"])
      expect({ path, status: (await shop.get(path, headers)).status }).toEqual({ path, status: 200 });
});
