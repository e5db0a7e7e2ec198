import fc from "fast-check";
import { expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { allocate } from "./allocate.ts";

it.each([
  // 33.33 each leaves one paisa, which goes to the first of equals.
  [100, [1, 1, 1], [34, 33, 33]],
  // 1000 × 2499/3497 = 714.61, × 499/3497 = 142.69, × 499/3497 = 142.69: rounded down 998, two paise left over, to .69 and .69.
  [1000, [2499, 499, 499], [714, 143, 143]],
  [7, [1, 0, 2], [2, 0, 5]],
  [0, [5, 5], [0, 0]],
])("%i by %j is %j", (amount, weights, shares) => {
  expect(allocate(paise(amount), weights)).toEqual(shares);
});

it("adds up to the amount, each share within a paisa of its exact part and never above its weight", () => {
  const weight = fc.integer({ min: 0, max: 2_000_000_000 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000_000 }),
      fc.array(weight, { minLength: 1, maxLength: 50 }).filter((weights) => weights.some((one) => one > 0)),
      (amount, weights) => {
        const shares = allocate(paise(amount), weights);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
        const total = weights.reduce((sum, one) => sum + one, 0);
        for (const [at, share] of shares.entries()) {
          expect(Math.abs(share - (amount * (weights[at] ?? 0)) / total)).toBeLessThanOrEqual(1);
          if (amount <= total) expect(share).toBeLessThanOrEqual(weights[at] ?? 0);
        }
      },
    ),
  );
});
