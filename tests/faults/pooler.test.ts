/** Servers that share the connections of a pooler in transaction mode. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/platform/database/open.ts";
import { makeProduct } from "../api/make-product.ts";
import { makeCustomer } from "../api/people.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { type Pgbouncer, pgbouncerProblem, startPgbouncer } from "../postgres/pgbouncer.ts";
import { type Instances, startInstances } from "./instances.ts";

const CALLS = 1000;
const AT_ONCE = 20;

const missing = pgbouncerProblem();
let shop: TestShop;
let pooler: Pgbouncer;
let instances: Instances;

beforeAll(async () => {
  if (missing) return;
  shop = await openShop({ demo: true });
  pooler = await startPgbouncer(shop.databaseUrl, 100);
  instances = await startInstances(2, {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: shop.databaseUrl,
    DATABASE_POOL: "10",
    DATA_DIR: shop.dataDir,
  });
});
afterAll(async () => {
  await instances?.stop();
  await pooler?.stop();
  await shop?.close();
});

describe("behind pgbouncer in transaction mode", () => {
  it(`two servers answer ${CALLS} mixed calls, each with what was asked for`, async ({ skip }) => {
    if (missing) skip(missing);
    const { body: categories } = await shop.get("/api/category");
    const { body: products } = await shop.get("/api/product?perPage=24");
    const scopes = ["", ...categories.data.map(({ slug }: { slug: string }) => `category=${slug}`), "bestseller=true"];
    const orders = ["", "price_sort=asc", "price_sort=desc", "date_sort=asc", "date_sort=desc"];
    const paths = [
      ...scopes.flatMap((scope) => orders.map((order) => `/api/product?${[scope, order].filter(Boolean).join("&")}`)),
      ...products.data.map(({ slug }: { slug: string }) => `/api/product/${slug}`),
      ...products.data.map(({ _id }: { _id: string }) => `/api/review?product_id=${_id}`),
      ...["rose", "oud", "face wash", "mogra"].map((text) => `/api/product?search=${encodeURIComponent(text)}`),
      "/api/faqs",
      "/api/category",
    ];
    const people = await Promise.all([1, 2, 3, 4].map((at) => makeCustomer(shop.db, `pooled-${at}@example.com`)));
    const asked = [
      ...paths.map((path) => ({ path, headers: {} as Record<string, string> })),
      ...people.map(({ token }) => ({ path: "/api/user", headers: { authorization: `Bearer ${token}` } })),
    ];
    const expected = await Promise.all(asked.map(async ({ path, headers }) => (await shop.get(path, headers)).body));

    let next = 0;
    const wrong: object[] = [];
    const requestRepeatedly = async () => {
      for (let call = next++; call < CALLS; call = next++) {
        // In different orders on both servers.
        const at = (call * 37) % asked.length;
        const { path, headers } = asked[at] as (typeof asked)[number];
        const response = await fetch(`${instances.urls()[call % 2]}${path}`, { headers });
        const body = await response.json();
        if (response.status !== 200 || JSON.stringify(body) !== JSON.stringify(expected[at]))
          wrong.push({ path, status: response.status, message: body.message });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, requestRepeatedly));
    expect(wrong).toEqual([]);
  });

  it("a change shows on both", async ({ skip }) => {
    if (missing) skip(missing);
    const totals = () =>
      Promise.all(
        instances.urls().map(async (url) => (await (await fetch(`${url}/api/product`)).json()).totalData as number),
      );
    const [before = 0] = await totals();
    expect(await totals()).toEqual([before, before]);
    await makeProduct(shop, { slug: "pooled", categoryId: 1 });
    await expect.poll(totals).toEqual([before + 1, before + 1]);
  });

  it("a server does not start without DATABASE_DIRECT_URL, and says so", async ({ skip }) => {
    if (missing) skip(missing);
    const database = await openDatabase({ DATABASE_URL: pooler.url, DATABASE_POOL: 2, DATA_DIR: "" });
    try {
      await expect(database.onChange(() => {})).rejects.toThrow(
        /^The database forwards no notifications .+DATABASE_DIRECT_URL/,
      );
    } finally {
      await database.close();
    }
  });

  it("a server does not start when the pooler forgets prepared statements, and says so", async ({ skip }) => {
    if (missing) skip(missing);
    const forgetful = await startPgbouncer(shop.databaseUrl, 0);
    try {
      const opening = openDatabase({
        DATABASE_URL: forgetful.url,
        DATABASE_DIRECT_URL: shop.databaseUrl,
        DATABASE_POOL: 2,
        DATA_DIR: "",
      });
      await expect(opening).rejects.toThrow(/^The pooler at DATABASE_URL .+ pgbouncer 1\.21 or newer/);
    } finally {
      await forgetful.stop();
    }
  });
});
