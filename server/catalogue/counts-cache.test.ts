import { afterEach, expect, it, vi } from "vitest";
import type { ReadDatabase } from "../database/database.ts";
import { paise } from "../money.ts";
import { createCountsCache } from "./counts-cache.ts";

afterEach(() => void vi.restoreAllMocks());

const row = { total: 3, scope: 3, in_stock: 3, out_of_stock: 0, min_price: null, max_price: null, notes: [] };

/** A database whose statements wait until they are released. */
function slowDatabase() {
  const waiting: ((rows: object[]) => void)[] = [];
  const db = { select: () => ({ from: () => new Promise((resolve) => waiting.push(resolve)) }) };
  return {
    db: db as unknown as ReadDatabase,
    running: () => waiting.length,
    release: () => waiting.shift()?.([row]),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const filters = (number: number) => Array.from({ length: number }, (_, n) => ({ minPricePaise: paise(n) }));

it("forty new filters at once wait in a short queue, and no whole listing waits for them", async () => {
  const { db, running, release } = slowDatabase();
  const counts = createCountsCache(db);
  const counted = filters(40).map((filter) => counts.of(filter));
  const skipped = await Promise.all(counted.slice(21));
  expect(skipped).toEqual(skipped.map(() => null));
  await settle();
  expect(running()).toBe(1);

  const whole = counts.of({ categoryId: 7 });
  await settle();
  expect(running()).toBe(2);
  release();
  release();
  expect(await whole).toMatchObject({ total: 3, relation: "eq" });
  for (let waiting = 0; waiting < 20; waiting++) {
    await settle();
    release();
  }
  expect(await Promise.all(counted.slice(0, 21))).toHaveLength(21);
});

it("requests for one filter share a count, unless the catalogue has changed since it began", async () => {
  const { db, running, release } = slowDatabase();
  const counts = createCountsCache(db);
  const before = [counts.of({}), counts.of({})];
  await settle();
  expect(running()).toBe(1);
  counts.invalidate();
  const after = counts.of({});
  release();
  await Promise.all(before);
  await settle();
  expect(running()).toBe(1);
  release();
  expect(await after).toMatchObject({ total: 3 });
});
