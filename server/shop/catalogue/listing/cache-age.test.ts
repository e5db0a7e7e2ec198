/** Caches of the catalogue expire, in case a change event is lost. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Facets } from "../../../../contract/catalogue/schemas.ts";
import { type Database, MAX_CACHE_AGE_MS } from "../../../platform/database/database.ts";
import { createCategoryFinder } from "../categories.ts";
import { createCountsCache } from "./counts-cache.ts";

let now = 0;
beforeEach(() => {
  now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function pass(milliseconds: number): Promise<void> {
  now += milliseconds;
  await vi.advanceTimersByTimeAsync(milliseconds);
}

/** A database whose selects return `rows()`, and the number of its queries. */
function databaseOf(rows: () => object[]): { db: Database; reads: () => number } {
  let reads = 0;
  const from = () => {
    reads += 1;
    return Promise.resolve(rows());
  };
  return { db: { select: () => ({ from }) } as unknown as Database, reads: () => reads };
}

it("reads a cached category again after the maximum age", async () => {
  let parentId: number | null = null;
  const { db } = databaseOf(() => [{ slug: "attars", id: 7, parentId }]);
  const categories = createCategoryFinder(db);
  expect(await categories.scopeOf("attars")).toEqual({ categoryId: 7 });
  parentId = 1;
  await pass(MAX_CACHE_AGE_MS - 1000);
  expect(await categories.scopeOf("attars")).toEqual({ categoryId: 7 });
  await pass(2000);
  expect(await categories.scopeOf("attars")).toEqual({ subcategoryId: 7 });
});

const NO_FACETS: Facets = {
  relation: "eq",
  notes: [],
  sizes: [],
  countries: [],
  availability: { in_stock: 0, out_of_stock: 0 },
  price: null,
  priceSteps: [],
};

it("counts a listing again after the maximum age", async () => {
  let total = 3;
  let reads = 0;
  const counts = createCountsCache({
    async count() {
      reads += 1;
      return { total, relation: "eq", share: 1, facets: NO_FACETS };
    },
  });
  expect(await counts.of({})).toMatchObject({ total: 3 });
  total = 4;
  await pass(MAX_CACHE_AGE_MS - 1000);
  expect(await counts.of({})).toMatchObject({ total: 3 });
  expect(reads).toBe(1);
  await pass(2000);
  expect(await counts.of({})).toMatchObject({ total: 4 });
});
