import { expect, it } from "vitest";
import { isDamaged } from "./damaged-sku.ts";

it.each([
  ["00123", "123"],
  ["12E5", "1200000"],
  ["007.50", "7.5"],
  ["1234567890123456789", "1.23456789012346E+018"],
  ["1234567890123456789", "1234567890123456800"],
  ["1-2", "02/01/2026"],
  ["1-2", "2026-01-02"],
  ["MAR1", "01-Mar"],
  ["12-SEP", "12-Sep-26"],
  ["ROSE-50", "1.2E+11"],
])("%s becomes %s by a spreadsheet", (stored, sku) => {
  expect(isDamaged(stored, sku)).toBe(true);
});

it.each([
  ["00123", "00123"],
  ["00123", "00124"],
  ["00123", "ROSE-123"],
  ["ROSE-50", "ROSE-60"],
  ["ROSE-50", "123"],
  ["12E5", "12E6"],
  ["1-2", "1-3"],
  ["ROSE", "02/01/2026"],
])("%s becomes %s by its owner alone", (stored, sku) => {
  expect(isDamaged(stored, sku)).toBe(false);
});
