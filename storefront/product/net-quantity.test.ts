import { expect, test } from "vitest";
import { netQuantityText } from "./net-quantity.ts";

test("the net quantity reads like on the label", () => {
  expect(netQuantityText({ value: 50, unit: "ml" })).toBe("50 ml");
  expect(netQuantityText({ value: 1, unit: "pieces" })).toBe("1 piece");
  expect(netQuantityText({ value: 6, unit: "pieces" })).toBe("6 pieces");
});
