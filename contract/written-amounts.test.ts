import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writtenAmount, writtenNumber } from "./written-amounts.ts";

describe("an amount", () => {
  it.each([
    ["447", 44_700],
    ["447.5", 44_750],
    ["447.50", 44_750],
    ["447.0", 44_700],
    ["0.29", 29],
    ["1129.10", 112_910],
    ["1450.0000", 145_000],
    [" 447 ", 44_700],
    ["₹447", 44_700],
    ["₹ 447.00", 44_700],
    ["Rs. 447", 44_700],
    ["Rs.447", 44_700],
    ["rs 447", 44_700],
    ["INR 447", 44_700],
    ["447 INR", 44_700],
    ["447/-", 44_700],
    ["Rs. 1,447/-", 144_700],
    ["\u00a0447\u00a0", 44_700],
    ["₹\u00a01,447.50", 144_750],
    ["1,299", 129_900],
    ["1,234,567.89", 123_456_789],
    ["12,34,567", 123_456_700],
    ["1,23,456.5", 12_345_650],
    ["1\u202f299", 129_900],
    ["\u200e447\u200f", 44_700],
    ["४४७", 44_700],
    ["0", 0],
  ])("written %j is %i paise", (text, paise) => {
    expect(writtenAmount(text)).toEqual({ paise });
  });

  it.each([
    ["447,00", "has a comma before its paise; please write 447.00"],
    ["447,5", "has a comma before its paise; please write 447.5"],
    ["1.299,50", "has a comma before its paise; please write 1299.50"],
    ["1 299,50", "has a comma before its paise; please write 1299.50"],
  ])("is never read from %j, whose problem names the way out", (text, problem) => {
    expect(writtenAmount(text)).toEqual({ problem });
  });

  it.each([
    "",
    " ",
    "-447",
    "(447)",
    "447,0000",
    "4,47",
    "1,2,345",
    "12,345,67",
    "1,23,4567",
    "1,234 567",
    "0,447",
    "1.299",
    "447.505",
    "447.",
    ".50",
    "447.00001",
    "4.47E+02",
    "1.299.500",
    "447 100.5 9",
    "447 549/- 1",
    "$447",
    "USD 447",
    "447 kg",
    "four",
    "NaN",
    "12345678901234",
  ])("is not %j", (text) => {
    expect(writtenAmount(text)).toEqual({
      problem: /^\d+,\d{1,2}$/.test(text) ? expect.any(String) : "is not an amount in rupees such as 749 or 749.50",
    });
  });

  it("reads what Intl writes for India and the United States", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.constantFrom("en-IN", "en-US"), (paise, locale) => {
        const options = { style: "currency", currency: "INR" } as const;
        expect(writtenAmount(new Intl.NumberFormat(locale, options).format(paise / 100))).toEqual({ paise });
        expect(writtenAmount((paise / 100).toFixed(2))).toEqual({ paise });
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it("of a European program is a problem, unless its comma stands before three digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (paise) => {
        const written = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2 }).format(paise / 100);
        expect(writtenAmount(written)).toHaveProperty("problem");
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe("a typed number", () => {
  it.each([
    ["1,299", 1299],
    ["₹749.55", 749.55],
    ["447,00", Number.NaN],
    ["", Number.NaN],
    ["-5", Number.NaN],
  ])("%j is %d", (text, number) => {
    expect(writtenNumber(text)).toBe(number);
  });
});
