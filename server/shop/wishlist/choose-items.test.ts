import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_WISHLIST_ITEMS } from "../../../contract/limits.ts";
import { chooseItems } from "./choose-items.ts";

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe("the products added to a wishlist", () => {
  it("are for sale and not on it yet, in the order they were saved", () => {
    expect(chooseItems({ add: [5, 3, 9, 4], saved: [3], existing: [3, 4, 5] })).toEqual({
      added: [5, 4],
      omitted: [{ productId: 9, reason: "gone" }],
    });
  });

  it("are added once, at their later place", () => {
    expect(chooseItems({ add: [1, 2, 1], saved: [], existing: [1, 2] }).added).toEqual([2, 1]);
  });

  it("are the last ones saved if they do not all fit", () => {
    const saved = numbers(1000, MAX_WISHLIST_ITEMS - 2);
    expect(chooseItems({ add: [1, 2, 3], saved, existing: [1, 2, 3] })).toEqual({
      added: [2, 3],
      omitted: [{ productId: 1, reason: "full" }],
    });
  });

  it("never exceeds the limit and accounts for every requested product", () => {
    const ids = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: MAX_WISHLIST_ITEMS });
    fc.assert(
      fc.property(
        ids,
        fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: MAX_WISHLIST_ITEMS }),
        ids,
        (add, saved, existing) => {
          const { added, omitted } = chooseItems({ add, saved, existing });
          expect(saved.length + added.length).toBeLessThanOrEqual(MAX_WISHLIST_ITEMS);
          const accounted = [...saved, ...added, ...omitted.map(({ productId }) => productId)];
          expect(new Set(accounted).size).toBe(accounted.length);
          expect(new Set(accounted)).toEqual(new Set([...saved, ...add]));
        },
      ),
    );
  });
});
