import { expect, it } from "vitest";
import { setQuantityOf } from "./set-contents.ts";

it.each([
  [[], null],
  [["Kewra Bloom 2 ml", "Mogra Nights 2 ml", "Saffron Oud 2 ml"], "3 × 2 ml"],
  [["No. 5 50 ml", "Neem Soap 100 g", "Rose Toner 50 ml"], "2 × 50 ml, 1 × 100 g"],
])("the net quantity of a set of %j is %s", (contents, quantity) => {
  expect(setQuantityOf(contents)).toBe(quantity);
});
