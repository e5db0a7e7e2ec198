/** How CDNs may cache the responses of public endpoints; tests/api/page-cache.test.ts is about pages. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Endpoint, isPurgeable } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import type { Database, Topic } from "../../server/platform/database/database.ts";
import { product } from "../../server/platform/database/schema.ts";
import { sharedCacheHeaders } from "../../server/platform/http/shared-cache-headers.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { makeCustomer } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let productId: string;
beforeAll(async () => {
  shop = await openShop({ demo: true });
  productId = (await shop.get("/api/product/gulab-attar")).body.data._id;
});
afterAll(() => shop?.close());

/** A request to each public endpoint, and keys that its response is purged by. */
const requests: [path: () => string, keys: string[]][] = [
  [() => "/api/product?category=attars", ["catalogue", "availability"]],
  [() => "/api/product/gulab-attar", ["catalogue", "settings"]],
  [() => "/api/category", ["catalogue"]],
  [() => "/api/category/attars", ["catalogue"]],
  [() => `/api/wishlist?ids=${productId}`, ["catalogue"]],
  [() => "/api/wishlist/sizes?ids=1", ["catalogue"]],
  [() => `/api/review?product_id=${productId}`, ["reviews"]],
  [() => "/api/faqs", ["content", "settings"]],
  [() => "/api/reasons", ["settings"]],
  [() => "/api/page/about-us", ["content", "settings"]],
  [() => "/api/influencer", ["content"]],
  [() => "/api/banner?mobile_banner=true", ["content"]],
  [() => "/api/brand", ["content"]],
  [() => "/api/shop", ["settings", "catalogue"]],
  [() => "/api/delivery/226001", ["settings"]],
];
const keysOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers["surrogate-key"]).split(" ");

describe("a public response", () => {
  it("may be stored by CDNs, revalidated by an ETag and purged by keys", async () => {
    expect(requests).toHaveLength(Object.values<Endpoint>(endpoints).filter(isPurgeable).length);
    for (const [path, keys] of requests) {
      const response = await shop.get(path());
      expect(response.status, path()).toBe(200);
      expect(response.headers["cache-control"]).toBe(
        "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400",
      );
      expect(response.headers["cdn-cache-control"]).toBe(
        "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400",
      );
      expect(response.headers.vary).toBeUndefined();
      expect(keysOf(response), path()).toEqual(expect.arrayContaining(keys));
      const etag = String(response.headers.etag);
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      for (const known of [etag, `"other", W/${etag}`, "*"]) {
        const unchanged = await shop.app.inject({ url: path(), headers: { "if-none-match": known } });
        expect(unchanged).toMatchObject({ statusCode: 304, payload: "" });
        expect(unchanged.headers).toMatchObject({ etag, "surrogate-key": response.headers["surrogate-key"] });
      }
      expect((await shop.get(path(), { "if-none-match": '"other"' })).status).toBe(200);
    }
  });

  it("has a key for each product in it", async () => {
    const list = await shop.get("/api/product?perPage=5");
    const ids = list.body.data.map(({ _id }: { _id: string }) => `product:${_id}`);
    expect(keysOf(list)).toEqual(["catalogue", "availability", ...ids]);
    const one = await shop.get("/api/product/gulab-attar");
    const similar = one.body.data.similar_products.map(({ _id }: { _id: string }) => `product:${_id}`);
    expect(keysOf(one)).toEqual(["catalogue", "settings", `product:${productId}`, ...similar, `stock:${productId}`]);
  });

  it("has the keys in the header that its CDN reads", async () => {
    const topics = new Set<Topic>(["catalogue", "product:7"]);
    expect(sharedCacheHeaders(topics, { CDN_PURGE: "cloudflare" })).toMatchObject({
      "cache-tag": "catalogue,product:7",
    });
    expect(sharedCacheHeaders(topics, { CDN_PURGE: "fastly" })).toMatchObject({
      "surrogate-key": "catalogue product:7",
    });
  });
});

describe("a response that is not public", () => {
  const expectUnstored = ({ headers }: { headers: Record<string, unknown> }) => {
    expect(headers["cache-control"]).toBe("no-store");
    for (const name of ["etag", "surrogate-key", "cdn-cache-control"]) expect(headers).not.toHaveProperty(name);
  };

  it("is stored nowhere, also where the endpoint is public", async () => {
    const { token } = await makeCustomer(shop.db, "asha@example.com", "Asha Rao");
    const authorization = `Bearer ${token}`;
    for (const [path] of requests) expectUnstored(await shop.get(path(), { authorization }));
    expectUnstored(await shop.get("/api/user", { authorization }));
  });

  it("is stored nowhere if it is an error", async () => {
    for (const path of ["/api/product/no-such-product", "/api/product?page=0", "/api/user", "/api/nothing"])
      expectUnstored(await shop.get(path));
  });
});

describe("with a response cache", () => {
  const titleIn = async (app: FastifyInstance, path = "/api/product/gulab-attar") =>
    (await app.inject({ url: path })).json().data.title as string;
  const rename = (db: Database, title: string) =>
    db.update(product).set({ title }).where(eq(product.slug, "gulab-attar"));

  it("a guest's request is read from the database no more, until the data changes", async () => {
    const statements: string[] = [];
    const own = await openShop({
      demo: true,
      environment: { RESPONSE_CACHE_MB: "1" },
      onStatement: (statement) => void statements.push(statement),
    });
    const read = async (path: string, headers = {}) => {
      statements.length = 0;
      const { status, body } = await own.get(path, headers);
      expect(status).toBe(200);
      return { body, statements: statements.filter((statement) => !/pg_notify/.test(statement)).length };
    };
    const list = await read("/api/product?category=attars&perPage=3");
    expect(list.statements).toBeGreaterThan(0);
    // The same request: the order of parameters, defaults and unknown ones do not matter. What the shop does meanwhile, such as work
    // that is due, counts too, and may change data; nothing promises that a response stays.
    await expect
      .poll(() => read("/api/product?utm_source=x&perPage=3&page=1&category=attars"))
      .toEqual({ ...list, statements: 0 });
    expect((await read("/api/product?category=attars&perPage=4")).statements).toBeGreaterThan(0);
    expect((await read("/api/shop", { host: "one.example" })).statements).toBeGreaterThan(0);
    expect((await read("/api/shop", { host: "two.example" })).statements).toBeGreaterThan(0);
    // A customer's is read each time, but a token without a session costs only the search for the session.
    const { token } = await makeCustomer(own.db, "asha@example.com", "Asha Rao");
    expect((await read("/api/faqs", { authorization: `Bearer ${token}` })).statements).toBeGreaterThan(1);
    const { body: faqs } = await read("/api/faqs");
    for (const [authorization, lookups] of [
      ["Basic eDp5", 0],
      ["Bearer x", 1],
    ] as const)
      await expect
        .poll(() => read("/api/faqs", { authorization, "cache-control": "no-cache" }))
        .toEqual({ body: faqs, statements: lookups });

    expect(await titleIn(own.app)).toBe("Gulab Attar");
    await rename(own.db, "Rose Attar");
    await expect.poll(() => titleIn(own.app)).toBe("Rose Attar");
    await own.close();
  });

  it("a CDN is purged once every instance responds with the change", async () => {
    const seen: { keys: string[]; titles: string[] }[] = [];
    let instances: FastifyInstance[] = [];
    const cdn = createServer(async (request, response) => {
      const { keys } = JSON.parse(await text(request));
      seen.push({ keys, titles: await Promise.all(instances.map((app) => titleIn(app))) });
      response.end();
    });
    await new Promise<void>((resolve) => void cdn.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`;
    const environment = { RESPONSE_CACHE_MB: "1", CDN_PURGE: "webhook", CDN_PURGE_URLS: url };
    const own = await openShop({ demo: true, environment });
    const other = await own.openAnother();
    instances = [own.app, other];
    for (const app of instances) expect(await titleIn(app)).toBe("Gulab Attar");
    await rename(own.db, "Rose Attar");
    await vi.waitFor(() => expect(seen).toHaveLength(instances.length), { timeout: LONGEST_WAIT_MS });
    for (const { keys, titles } of seen) {
      expect(keys).toContain("catalogue");
      expect(new Set(titles)).toEqual(new Set(["Rose Attar"]));
    }
    await own.close();
    cdn.closeAllConnections();
    await new Promise((resolve) => void cdn.close(resolve));
  });
});
