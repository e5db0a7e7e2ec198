import fc from "fast-check";
import { expect, it } from "vitest";
import { paise, sumPaise } from "../../base/money.ts";
import { leaveARupee } from "./leave-a-rupee.ts";

const lines = (...amounts: number[]) => amounts.map((amount) => paise(amount));

it.each([
  // ₹199 less ₹198.50 would leave 50 paise.
  [[19_900], [[19_850]], [[19_800]]],
  // 99 % off ₹49 would leave 49 paise.
  [[4_900], [[4_851]], [[4_800]]],
  // The last offer is lowered first, then the one before.
  [
    [10_000, 5_000],
    [
      [9_900, 4_990],
      [70, 0],
    ],
    [
      [9_900, 4_990],
      [10, 0],
    ],
  ],
  [[10_000], [[9_950], [20]], [[9_900], [0]]],
  // Exactly ₹1, nothing, and less than ₹1 without offers.
  [[19_900], [[19_800]], [[19_800]]],
  [[19_900], [[19_900]], [[19_900]]],
  [[90], [[40]], [[40]]],
])("lines of %j less %j are discounted by %j", (values, byOffer, expected) => {
  expect(
    leaveARupee(
      lines(...values),
      byOffer.map((one) => lines(...one)),
    ),
  ).toEqual(expected);
});

it("never leaves 1 to 99 paise of a cart of ₹1 or more, and never raises a discount", () => {
  const cart = fc.array(fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 3000 })), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(cart, fc.integer({ min: 0, max: 100 }), (drawn, percent) => {
      const values = lines(...drawn.map(([value]) => value));
      const first = lines(...drawn.map(([value, discount]) => Math.min(value, discount)));
      const second = lines(...values.map((value, at) => Math.floor(((value - (first[at] ?? 0)) * percent) / 100)));
      const lowered = leaveARupee(values, [first, second]);
      const left = sumPaise(values) - sumPaise(lowered.flat());
      if (sumPaise(values) >= 100) expect(left === 0 || left >= 100).toBe(true);
      for (const [offer, discounts] of [first, second].entries())
        for (const [at, discount] of discounts.entries()) {
          expect(lowered[offer]?.[at]).toBeLessThanOrEqual(discount);
          expect(lowered[offer]?.[at]).toBeGreaterThanOrEqual(0);
        }
    }),
  );
});
