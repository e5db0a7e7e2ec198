import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Topic } from "../database/database.ts";
import { createResponseCache, type FinishedResponse, type ResponseCache } from "./response-cache.ts";

const MB = 1024 * 1024;
const pageOf = (bytes: number, deps: Partial<FinishedResponse> = {}): FinishedResponse => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  hash: "a",
  body: Buffer.alloc(bytes),
  isWhole: true,
  topics: new Set<Topic>(),
  ...deps,
});

/** The topics, so that a test sees what may be shared. */
const sharedHeaders = (topics: ReadonlySet<Topic>) => ({ "surrogate-key": [...topics].join(" ") });
const cacheOf = (maxBytes: number) => createResponseCache({ maxBytes, sharedHeaders });

/** Requests a page as a visitor does. @returns whether it was cached */
async function context(cache: ResponseCache, key: string, page = pageOf(14_000)): Promise<boolean> {
  if (cache.find(key)) return true;
  await cache.render(key, async () => page);
  return false;
}
async function hitsOf(cache: ResponseCache, keys: readonly string[]): Promise<number> {
  let hits = 0;
  for (const key of keys) if (await context(cache, key)) hits += 1;
  return hits;
}
const list = (length: number, name = "product") => Array.from({ length }, (_, n) => `http://shop.example/${name}/${n}`);

describe("a page cache of 64 MB", () => {
  it("holds 4,000 product pages", async () => {
    const cache = cacheOf(64 * MB);
    await hitsOf(cache, list(4000));
    expect(await hitsOf(cache, list(4000))).toBe(4000);
  });

  it("still hits for most of a list that is larger than the cache and read in turn", async () => {
    const cache = cacheOf(10 * MB);
    for (const length of [680, 1000]) {
      await hitsOf(cache, list(length));
      expect(await hitsOf(cache, list(length))).toBeGreaterThan(500);
    }
  });
});

it("a scan of unpopular pages evicts no popular ones", async () => {
  const cache = cacheOf(4 * MB);
  const popular = list(100, "popular");
  for (let round = 0; round < 3; round++) await hitsOf(cache, popular);
  await hitsOf(cache, list(20_000, "scanned"));
  expect(await hitsOf(cache, popular)).toBeGreaterThanOrEqual(90);
});

it("pages that become popular replace those that no longer are", async () => {
  const cache = cacheOf(4 * MB);
  for (let round = 0; round < 20; round++) await hitsOf(cache, list(250, "last-season"));
  for (let round = 0; round < 40; round++) await hitsOf(cache, list(250, "this-season"));
  expect(await hitsOf(cache, list(250, "this-season"))).toBeGreaterThan(225);
});

it("is bounded by the size of keys, headers and content", async () => {
  const maxBytes = MB;
  const visits = fc.array(
    fc.record({ key: fc.nat(200), times: fc.integer({ min: 1, max: 4 }), bytes: fc.nat(60_000), header: fc.nat(8000) }),
    { maxLength: 200 },
  );
  await fc.assert(
    fc.asyncProperty(visits, async (all) => {
      const cache = cacheOf(maxBytes);
      const cached = new Map<string, number>();
      for (const { key, times, bytes, header } of all) {
        const name = `${key}`.repeat(500);
        const page = pageOf(bytes, { headers: { link: "x".repeat(header) } });
        const size = name.length + header + bytes;
        for (let time = 0; time < times; time++) if (!(await context(cache, name, page))) cached.set(name, size);
        let sum = 0;
        for (const [key, size] of cached) if (cache.find(key)) sum += size;
        expect(sum).toBeLessThanOrEqual(cache.bytes);
        expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
      }
    }),
    { numRuns: 20 },
  );
});

it("forbids caches to store redirects, errors or incomplete pages", async () => {
  const cache = cacheOf(MB);
  const location = `/refund-policy?search=${"q".repeat(10_000)}`;
  const redirect = pageOf(1, { status: 308, headers: { location }, isWhole: false });
  for (const key of list(1000)) await context(cache, key, redirect);
  expect(cache.bytes).toBe(0);
  const { headers } = await cache.render("/moved", async () => redirect);
  expect(headers).toEqual({ location, "cache-control": "public, max-age=0, must-revalidate" });
});

describe("a page", () => {
  it("is released from memory after ten minutes, whether or not it is requested", async () => {
    vi.useFakeTimers();
    try {
      const cache = cacheOf(MB);
      // The library takes a start at 0 for none.
      vi.advanceTimersByTime(1);
      await context(cache, "/faq");
      vi.advanceTimersByTime(9 * 60_000);
      expect(await context(cache, "/faq")).toBe(true);
      vi.advanceTimersByTime(2 * 60_000);
      expect(cache.bytes).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a change", () => {
  const shown = (id: number): FinishedResponse =>
    pageOf(9000, { topics: new Set<Topic>(["catalogue", `product:${id}`]) });

  it("removes the pages that were rendered from its topic, and no others", async () => {
    const cache = cacheOf(MB);
    await context(cache, "/product/a", shown(1));
    await context(cache, "/product/b", shown(2));
    cache.invalidate("product:1");
    expect(cache.find("/product/a")).toBeUndefined();
    expect(cache.find("/product/b")).toMatchObject(shown(2));
    cache.invalidate("catalogue");
    expect(cache.find("/product/b")).toBeUndefined();
  });

  it("keeps out a page that was being rendered during the invalidation, and admits others", async () => {
    const cache = cacheOf(MB);
    const ready: (() => void)[] = [];
    const begin = (key: string, page: FinishedResponse) =>
      cache.render(key, () => new Promise((resolve) => ready.push(() => resolve(page))));
    const rendered = [begin("/product/a", shown(1)), begin("/product/b", shown(2))];
    cache.invalidate("product:1");
    // Requested after the change, so it must not get the page whose rendering began before.
    const later = begin("/product/a", shown(1));
    for (const finish of ready) finish();
    // A stale page is sent, but no cache may store it: a CDN would store it after the purge.
    expect((await Promise.all(rendered)).map(({ headers }) => headers)).toMatchObject([
      { "cache-control": "public, max-age=0, must-revalidate" },
      { "surrogate-key": "catalogue product:2" },
    ]);
    expect((await rendered[0])?.headers).not.toHaveProperty("surrogate-key");
    expect(ready).toHaveLength(3);
    await later;
    expect(cache.find("/product/b")).toBeDefined();
    expect(cache.find("/product/a")).toBeDefined();
  });
});

it("a page is rendered once for all requests that wait for it", async () => {
  const cache = cacheOf(MB);
  const render = vi.fn(async () => pageOf(10));
  await Promise.all([cache.render("/", render), cache.render("/", render)]);
  expect(render).toHaveBeenCalledTimes(1);
});

it("a cache of 0 MB stores nothing", async () => {
  const cache = cacheOf(0);
  await context(cache, "/");
  expect(await context(cache, "/")).toBe(false);
});
