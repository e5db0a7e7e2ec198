/** A server survives its database: it responds with 503 meanwhile, and continues as soon as the database is back. */

import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "../../server/platform/database/open.ts";
import { isDatabaseUnavailable } from "../../server/platform/database/unavailable.ts";
import { makeCategory, makeProduct } from "../api/make-product.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { startPostgres, type TestPostgres } from "../postgres.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

const POOL = 4;
let postgres: TestPostgres;
let proxy: TcpProxy;
let shop: TestShop;

beforeAll(async () => {
  postgres = await startPostgres({ own: true });
  proxy = await startTcpProxy(postgres.url);
  shop = await openShop({ databaseUrl: proxy.url, environment: { DATABASE_POOL: String(POOL) } });
  await makeProduct(shop, { categoryId: await makeCategory(shop, { slug: "attars", name: "Attars" }), slug: "gulab" });
});
afterAll(async () => {
  await shop?.close();
  await proxy?.close();
  await postgres?.stop();
});
beforeEach(async () => {
  await ready();
  await allConnectionsWork();
});

const ready = () => expect.poll(async () => (await shop.get("/readyz")).status).toBe(200);

/** Waits until a transaction is open on every connection. */
async function allConnectionsWork(): Promise<void> {
  await vi.waitFor(
    async () => {
      let open = 0;
      const transaction = () =>
        shop.db.transaction(async (trx) => {
          await trx.execute(sql`select 1`);
          open += 1;
          await expect.poll(() => open).toBe(POOL);
        });
      for (const { status } of await Promise.allSettled(Array.from({ length: POOL }, transaction)))
        expect(status).toBe("fulfilled");
    },
    { timeout: LONGEST_WAIT_MS },
  );
}

/** Ends every connection to the database, like a restart, a failover or maintenance. */
async function endConnections(): Promise<void> {
  const other = await openDatabase({ DATABASE_URL: postgres.url, DATABASE_POOL: 1, DATA_DIR: "" });
  await other.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  await other.close();
}

it("a shop waits for a database that fails while it opens", async () => {
  const opening = await startTcpProxy(postgres.url);
  const database = await openDatabase({ DATABASE_URL: opening.url, DATABASE_POOL: 1, DATA_DIR: "" });
  await opening.close();
  await expect(database.onChange(() => {})).rejects.toSatisfy(isDatabaseUnavailable);
  await database.close();
});

describe("connections that end in the middle of transactions", () => {
  it("fail their requests as unavailable and release their place in the pool", async () => {
    for (let round = 0; round < 3; round++) {
      let begun = 0;
      const failures = Array.from({ length: POOL }, () =>
        shop.db
          .transaction(async (trx) => {
            await trx.execute(sql`select 1`);
            begun += 1;
            await expect.poll(() => begun).toBeGreaterThan(POOL);
            await trx.execute(sql`select 1`);
          })
          .then(
            () => null,
            (error: unknown) => error,
          ),
      );
      await expect.poll(() => begun).toBe(POOL);
      await endConnections();
      begun = POOL + 1;
      for (const error of await Promise.all(failures)) expect(isDatabaseUnavailable(error)).toBe(true);
    }
    await ready();
    const responses = await Promise.all(Array.from({ length: POOL * 3 }, () => shop.get("/api/product")));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });
});

describe("while PostgreSQL is away", () => {
  it("everything responds 503 with Retry-After, /readyz says so, and all works again as soon as it is back", async () => {
    await postgres.crash();
    const paths = ["/api/product", "/api/product/gulab", "/api/category", "/api/shop", "/sitemap.xml"];
    for (const path of paths) {
      // Until the shop notices that its connections have ended, it may send a stored response.
      await expect.poll(async () => (await shop.get(path)).status, { message: path }).toBe(503);
      const { headers, body } = await shop.get(path);
      expect({ path, retryAfter: headers["retry-after"] }).toEqual({ path, retryAfter: "5" });
      if (path.startsWith("/api/"))
        expect(body).toEqual({
          success: false,
          statusCode: 503,
          code: "unavailable",
          message: expect.stringMatching(/try again/),
        });
    }
    // Needs only start-up settings.
    expect(await shop.get("/robots.txt")).toMatchObject({ status: 200 });
    expect(await shop.get("/healthz")).toMatchObject({ status: 200 });
    expect(await shop.get("/readyz")).toMatchObject({ status: 503, body: { status: "not ready" } });

    await postgres.start();
    await ready();
    expect((await shop.get("/api/product/gulab")).status).toBe(200);
  });

  it("a change made right after its return is seen", async () => {
    await postgres.crash();
    await shop.get("/readyz");
    await postgres.start();
    await ready();
    // Counts are cached until a change event arrives.
    const total = async () => (await shop.get("/api/product")).body.totalData;
    const before = await total();
    await makeProduct(shop, { categoryId: 1, slug: `after-${randomUUID()}` });
    await expect.poll(total).toBe(before + 1);
  });
});

describe("connections that are lost without an error", () => {
  it("are noticed within seconds: requests work again, and changes made meanwhile are shown", async () => {
    const total = async () => (await shop.get("/api/product")).body.totalData;
    const before = await total();
    proxy.silence();
    const outside = await openDatabase({ DATABASE_URL: postgres.url, DATABASE_POOL: 1, DATA_DIR: "" });
    onTestFinished(() => outside.close());
    await makeProduct({ db: outside.db } as TestShop, { categoryId: 1, slug: `silent-${before}` });
    // BEGIN on a dead connection must not occupy its place in the pool forever.
    const waiting = Promise.all(
      Array.from({ length: POOL }, () => shop.db.transaction((trx) => trx.execute(sql`select 1`)).catch(String)),
    );
    // Without noticing it would be a matter of hours.
    await expect.poll(total).toBe(before + 1);
    await waiting;
    await allConnectionsWork();
  });

  it("let /readyz respond in time", async () => {
    proxy.silence();
    expect((await shop.get("/readyz")).status).toBe(503);
  });
});

it("a server that freezes in the middle of a transaction delays the others for seconds only", async () => {
  let resume = () => {};
  let locked = () => {};
  onTestFinished(() => resume());
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const frozen = shop.db.transaction(async (trx) => {
    await trx.execute(sql`update product set title = title where slug = 'gulab'`);
    locked();
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
    await trx.execute(sql`select 1`);
  });
  const failed = expect(frozen).rejects.toSatisfy(isDatabaseUnavailable);
  await isLocked;
  // It would wait for the lock until its own limit, and fail.
  await shop.db.transaction((trx) => trx.execute(sql`update product set title = title where slug = 'gulab'`));
  resume();
  await failed;
});
