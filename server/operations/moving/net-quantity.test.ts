import { expect, it } from "vitest";
import { readNetQuantity } from "./net-quantity.ts";

it.each([
  ["50 ml", 50, "ml"],
  ["50ML", 50, "ml"],
  ["0.5 l", 500, "ml"],
  ["100 gm", 100, "g"],
  ["1,5 kg", 1500, "g"],
  ["1.7 fl oz (50 ml)", 50, "ml"],
  ["Pack of 3", 3, "pieces"],
  ["20 sticks", 20, "pieces"],
  ["Daily Hydrating Hair Shampoo | 300ml", 300, "ml"],
  ["6 ml, 6ml", 6, "ml"],
])("reads %s", (text, quantity, unit) => {
  expect(readNetQuantity(text)).toEqual({ quantity, unit });
});

it.each([
  "Large",
  "2 x 50 ml",
  "50 ml x 2",
  "50 ml + 10 ml",
  "Pack of 3 (50 ml)",
  "7.5 ml",
  "1.7 fl oz",
  "SPF 50",
  "24 hr",
  "100% pure",
  "2-1 ml",
  "0 ml",
  "",
])("guesses nothing of “%s”", (text) => {
  expect(readNetQuantity(text)).toBeNull();
});
