import { expect, it } from "vitest";
import { financialYearOf, isTooLateToCredit } from "./financial-year.ts";

it.each([
  ["2026-11-21T09:00:00Z", "26-27"],
  ["2027-03-31T18:29:59Z", "26-27"],
  // Midnight in India.
  ["2027-03-31T18:30:00Z", "27-28"],
  ["2027-01-01T00:00:00Z", "26-27"],
  ["2099-06-01T00:00:00Z", "99-00"],
])("%s lies in the financial year %s", (date, year) => {
  expect(financialYearOf(new Date(date))).toBe(year);
});

it("a credit note lowers the tax until 30 November after its invoice's financial year, in India", () => {
  const invoiced = new Date("2026-03-15T06:00:00Z");
  expect(isTooLateToCredit(invoiced, new Date("2026-11-30T18:29:59.999Z"))).toBe(false);
  expect(isTooLateToCredit(invoiced, new Date("2026-11-30T18:30:00Z"))).toBe(true);
  // The first instant of April in India belongs to the next year.
  expect(isTooLateToCredit(new Date("2026-03-31T18:30:00Z"), new Date("2026-12-05T06:00:00Z"))).toBe(false);
});
