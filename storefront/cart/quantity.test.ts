import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isUnfinished, parseQuantity, unitsToChoose } from "./quantity.ts";

describe("typed quantity", () => {
  test.each(["0", "-3", "00", "-0"])("%j is below 1 and ignored", { meta: { requirements: "S5.50" } }, (text) => {
    expect(parseQuantity(text, 99)).toBeNull();
  });

  test.each(["abc", "", " ", "1.5", "1e3", "0x10", "٣", "1 2", "Infinity", "NaN", "2abc"])(
    "%j is no number and ignored",
    { meta: { requirements: "S5.51" } },
    (text) => {
      expect(parseQuantity(text, 99)).toBeNull();
    },
  );

  test.each([
    ["1", 1],
    [" 12 ", 12],
    ["007", 7],
  ])("%j is %i", (text, quantity) => {
    expect(parseQuantity(text, 99)).toBe(quantity);
  });

  test("is at most what is left", () => {
    expect(parseQuantity("5", unitsToChoose(3, 20))).toBe(3);
    expect(parseQuantity("9".repeat(400), unitsToChoose(null, 20))).toBe(20);
    expect(unitsToChoose(5, 4)).toBe(4);
  });

  test("is a whole number from 1 to the maximum, whatever is typed", {
    meta: { requirements: "S5.49 to S5.51" },
  }, () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String)), fc.integer({ min: 1, max: 99 }), (text, max) => {
        const quantity = parseQuantity(text, max);
        if (quantity === null) return;
        expect(Number.isInteger(quantity)).toBe(true);
        expect(quantity).toBeGreaterThanOrEqual(1);
        expect(quantity).toBeLessThanOrEqual(max);
      }),
    );
  });

  test("an empty field and a lone sign may become a number", () => {
    expect(["", " ", "-", "+"].every(isUnfinished)).toBe(true);
    expect(["0", "a", "--", "-1"].some(isUnfinished)).toBe(false);
  });
});
