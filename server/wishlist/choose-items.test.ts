import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import { chooseItems } from "./choose-items.ts";

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe("what comes onto a wishlist", () => {
  it("is what is sold and not there yet, in the order in which it was hearted", () => {
    expect(chooseItems({ add: [5, 3, 9, 4], held: [3], sold: [3, 4, 5] })).toEqual({
      added: [5, 4],
      leftOut: [{ productId: 9, reason: "gone" }],
    });
  });

  it("comes once, at its later place", () => {
    expect(chooseItems({ add: [1, 2, 1], held: [], sold: [1, 2] }).added).toEqual([2, 1]);
  });

  it("is what was hearted last, where there is no room for all", () => {
    const held = numbers(1000, MAX_WISHLIST_ITEMS - 2);
    expect(chooseItems({ add: [1, 2, 3], held, sold: [1, 2, 3] })).toEqual({
      added: [2, 3],
      leftOut: [{ productId: 1, reason: "full" }],
    });
  });

  it("never goes beyond the limit, and nothing that was wanted is passed over in silence", () => {
    const ids = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: MAX_WISHLIST_ITEMS });
    fc.assert(
      fc.property(
        ids,
        fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: MAX_WISHLIST_ITEMS }),
        ids,
        (add, held, sold) => {
          const { added, leftOut } = chooseItems({ add, held, sold });
          expect(held.length + added.length).toBeLessThanOrEqual(MAX_WISHLIST_ITEMS);
          const told = [...held, ...added, ...leftOut.map(({ productId }) => productId)];
          expect(new Set(told).size).toBe(told.length);
          expect(new Set(told)).toEqual(new Set([...held, ...add]));
        },
      ),
    );
  });
});
