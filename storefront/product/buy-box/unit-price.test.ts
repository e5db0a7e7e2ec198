import { expect, test } from "vitest";
import { netQuantityText, pricePerHundred, unitPrice } from "./unit-price.ts";

test("the price of a unit is rounded to paise", () => {
  expect(unitPrice(2499, { value: 50, unit: "ml" })).toEqual({ rupees: 49.98, unit: "ml" });
  expect(unitPrice(100, { value: 3, unit: "pieces" })).toEqual({ rupees: 33.33, unit: "piece" });
});

test("a single piece has no unit price", () => {
  expect(unitPrice(100, { value: 1, unit: "pieces" })).toBeNull();
});

test("the net quantity reads like on the label", () => {
  expect(netQuantityText({ value: 50, unit: "ml" })).toBe("50 ml");
  expect(netQuantityText({ value: 1, unit: "pieces" })).toBe("1 piece");
  expect(netQuantityText({ value: 6, unit: "pieces" })).toBe("6 pieces");
});

test("sizes are compared by the price of 100 ml or g, in whole rupees", () => {
  expect(pricePerHundred(699, { value: 10, unit: "ml" })).toEqual({ rupees: 6990, unit: "100 ml" });
  expect(pricePerHundred(349, { value: 75, unit: "g" })).toEqual({ rupees: 465, unit: "100 g" });
  expect(pricePerHundred(349, { value: 6, unit: "pieces" })).toBeNull();
});
