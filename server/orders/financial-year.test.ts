import { expect, it } from "vitest";
import { financialYearOf } from "./financial-year.ts";

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
