import { expect, it } from "vitest";
import { paise } from "../../../base/money.ts";
import { createCountsCache } from "./counts-cache.ts";
import type { ListingCounts } from "./listing-counts.ts";

const counted: ListingCounts = {
  total: 3,
  relation: "eq",
  share: 1,
  facets: {
    relation: "eq",
    notes: [],
    sizes: [],
    countries: [],
    availability: { in_stock: 3, out_of_stock: 0 },
    price: null,
    priceSteps: [],
  },
};

/** Counts that wait until they are released. */
function slowSearch() {
  const waiting: ((counts: ListingCounts) => void)[] = [];
  return {
    count: () => new Promise<ListingCounts>((resolve) => waiting.push(resolve)),
    running: () => waiting.length,
    release: () => waiting.shift()?.(counted),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const filters = (number: number) => Array.from({ length: number }, (_, n) => ({ minPricePaise: paise(n) }));

it("forty new filters at once wait in a short queue, and no whole listing waits for them", async () => {
  const { running, release, ...search } = slowSearch();
  const counts = createCountsCache(search);
  const panel = filters(40).map((filter) => counts.of(filter));
  const skipped = await Promise.all(panel.slice(21));
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
  expect(await Promise.all(panel.slice(0, 21))).toHaveLength(21);
});

it("requests for one filter share a count, unless the catalogue has changed since it began", async () => {
  const { running, release, ...search } = slowSearch();
  const counts = createCountsCache(search);
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

it("only a listing whose counts have been slow twice is served with the former ones after a change", async () => {
  const { release, ...search } = slowSearch();
  const counts = createCountsCache(search);
  const waitForSlowCount = async () => {
    let isServed = false;
    const counting = counts.of({}).then(() => {
      isServed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 110));
    expect(isServed).toBe(false);
    release();
    await counting;
    counts.invalidate();
  };
  await waitForSlowCount();
  await waitForSlowCount();
  expect(await counts.of({})).toMatchObject({ total: 3 });
});
