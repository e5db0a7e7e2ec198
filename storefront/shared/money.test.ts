import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { discountPercent, formatMoney } from "./money.ts";

describe("discount percentage", () => {
  test("is 0 when there is no original price", { meta: { requirements: "S5.52" } }, () => {
    expect(discountPercent(750, undefined)).toBe(0);
    expect(discountPercent(750, 0)).toBe(0);
  });

  test("is 0 when the original price is not above the price", { meta: { requirements: "S5.53" } }, () => {
    expect(discountPercent(750, 750)).toBe(0);
    expect(discountPercent(800, 750)).toBe(0);
  });

  test.each([
    [750, 1000, 25],
    [999, 1299, 23],
    [665, 1000, 34],
    [996, 1000, 0],
    [1, 100_000, 100],
  ])("%d of %d is %d %% off", { meta: { requirements: "S5.54, R12" } }, (price, originalPrice, percent) => {
    expect(discountPercent(price, originalPrice)).toBe(percent);
  });

  test("is a whole number from 0 to 100 for any prices", { meta: { requirements: "S5.54" } }, () => {
    const rupees = fc.integer({ min: 1, max: 100_000_000 }).map((paise) => paise / 100);
    fc.assert(
      fc.property(rupees, rupees, (price, originalPrice) => {
        const percent = discountPercent(price, originalPrice);
        expect(Number.isInteger(percent)).toBe(true);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe("money", () => {
  test.each([
    [749, "₹749"],
    [124_999, "₹1,24,999"],
    [99.5, "₹99.50"],
  ])("%d reads %s", (rupees, text) => {
    expect(formatMoney(rupees)).toBe(text);
  });

  test("uses the shop's symbol", () => {
    expect(formatMoney(1500, "$")).toBe("$1,500");
  });
});

test("a column that shows paise shows them always", { meta: { requirements: "S2.162, S9.13" } }, () => {
  expect(formatMoney(999, "$", "always")).toBe("$999.00");
  expect(formatMoney(10, "$", "always")).toBe("$10.00");
  expect(formatMoney(298.5, "$", "always")).toBe("$298.50");
  expect(formatMoney(0.1 * 3, "$", "always")).toBe("$0.30");
  expect(formatMoney(124_999, "₹", "always")).toBe("₹1,24,999.00");
});
