import { expect, it } from "vitest";
import { digitsOf } from "./digits.ts";

it.each([
  ["98a7-6", 10, "9876"],
  ["98450123456", 10, "9845012345"],
  ["+91 98450 12345", 10, "9845012345"],
  ["11a0", 6, "110"],
  ["5600381", 6, "560038"],
  ["", 6, ""],
])("of %j at most %i digits stay: %j", (text, max, digits) => {
  expect(digitsOf(text, max)).toBe(digits);
});
