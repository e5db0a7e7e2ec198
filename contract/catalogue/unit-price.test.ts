import { expect, test } from "vitest";
import { unitPrice } from "./unit-price.ts";

test("the price of a unit is rounded to paise", () => {
  expect(unitPrice(2499, { value: 50, unit: "ml" })).toEqual({ rupees: 49.98, unit: "ml", of: 1 });
  expect(unitPrice(100, { value: 3, unit: "pieces" })).toEqual({ rupees: 33.33, unit: "piece", of: 1 });
});

test("the price of more than a thousand is that of a litre or kilogram", () => {
  expect(unitPrice(1500, { value: 1500, unit: "ml" })).toEqual({ rupees: 1000, unit: "litre", of: 1000 });
  expect(unitPrice(999, { value: 2500, unit: "g" })).toEqual({ rupees: 399.6, unit: "kg", of: 1000 });
  expect(unitPrice(500, { value: 1000, unit: "ml" })).toEqual({ rupees: 0.5, unit: "ml", of: 1 });
});

test("a single piece has no unit price", () => {
  expect(unitPrice(100, { value: 1, unit: "pieces" })).toBeNull();
});
