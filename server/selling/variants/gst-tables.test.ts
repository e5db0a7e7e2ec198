import { describe, expect, it } from "vitest";
import { hsnProblem, rateProblem } from "./gst-tables.ts";

describe("a GST rate", () => {
  it.each([
    [0, "2026-11-28"],
    [3, "2026-11-28"],
    [5, "2017-07-01"],
    [12, "2025-09-21"],
    [18, "2026-11-28"],
    [28, "2026-01-31"],
    [40, "2025-09-22"],
  ])("of %d %% exists on %s", (percent, day) => expect(rateProblem(percent, day)).toBeNull());

  it.each([
    [7, "2026-11-28", "GST has no rate of 7 %; the rates are 0, 3, 5, 18, 40 %."],
    [12, "2025-09-22", "GST of 12 % ended on 2025-09-21; the rates are 0, 3, 5, 18, 28, 40 %."],
    [28, "2026-02-01", "GST of 28 % ended on 2026-01-31; the rates are 0, 3, 5, 18, 40 %."],
    [40, "2025-09-21", "GST has no rate of 40 %; the rates are 0, 3, 5, 12, 18, 28 %."],
  ])("of %d %% does not exist on %s", (percent, day, problem) => expect(rateProblem(percent, day)).toBe(problem));
});

describe("an HSN code", () => {
  it.each([
    "3303",
    "330300",
    "33030050",
    "33049990",
    "34011190",
    "33074100",
    "71179090",
    "4901",
    "09024020",
    "62149090",
  ])("%s is taken", (hsn) => expect(hsnProblem(hsn, 4)).toBeNull());
  it.each([
    "00000000",
    "0000",
    "77010000",
    "99841100",
    "98040000",
    "33000000",
    "33080000",
    "34080000",
    "33041100",
    "33",
    "3303005",
    "",
    "abcd",
  ])("%s is not taken", (hsn) => expect(hsnProblem(hsn, 4)).not.toBeNull());
  it("needs six digits above ₹5 crore", () => {
    expect(hsnProblem("3303", 6)).toBe("HSN 3303 has 4 digits; your turnover needs 6.");
    expect(hsnProblem("330300", 6)).toBeNull();
  });
});
