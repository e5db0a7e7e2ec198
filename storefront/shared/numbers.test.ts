import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatIndianNumber, productCount } from "./numbers.ts";

describe("numbers", () => {
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

test("a number of products has a plus if there may be more", () => {
  expect(productCount(1, { relation: "eq" })).toBe("1 product");
  expect(productCount(1204, { relation: "eq", kind: "featured" })).toBe("1,204 featured products");
  expect(productCount(10_000, { relation: "gte" })).toBe("10,000+ products");
});
