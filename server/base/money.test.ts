import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAmount, formatRupees, paise, sumPaise, toPaise, toRupees } from "./money.ts";

describe("paise", () => {
  it("convert to rupees and back without loss", () => {
    expect(toRupees(paise(249_950))).toBe(2499.5);
    expect(toPaise(0.29)).toBe(29);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (amount) => {
        expect(toPaise(toRupees(paise(amount)))).toBe(amount);
      }),
    );
  });

  it("are never a fraction, nor too large to be exact", () => {
    expect(() => paise(0.5)).toThrow(/whole number/);
    expect(() => paise(Number.NaN)).toThrow(/whole number/);
    expect(() => sumPaise([paise(Number.MAX_SAFE_INTEGER), paise(2)])).toThrow(/whole number/);
  });

  it.each([
    [0, "₹0", "0.00"],
    [5, "₹0.05", "0.05"],
    [99_900, "₹999", "999.00"],
    [100_050, "₹1,000.50", "1,000.50"],
    [12_345_600, "₹1,23,456", "1,23,456.00"],
    [1_000_000_001, "₹1,00,00,000.01", "1,00,00,000.01"],
  ])("%i are written %s, and %s in a column", (amount, read, column) => {
    expect(formatRupees(paise(amount))).toBe(read);
    expect(formatAmount(paise(amount))).toBe(column);
  });
});
