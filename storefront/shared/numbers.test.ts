import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatIndianNumber } from "./numbers.ts";

describe("figures", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [99_999, "99,999"],
    [100_000, "1,00,000"],
    [12_345_678, "1,23,45,678"],
    [7.5, "7.5"],
    [-1234, "-1,234"],
  ])("%d reads %s", (value, text) => {
    expect(formatIndianNumber(value)).toBe(text);
  });

  test("match Intl.NumberFormat for any amount", () => {
    const own = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (paise) => {
        expect(formatIndianNumber(paise / 100, 2)).toBe(own.format(paise / 100));
      }),
    );
  });
});
