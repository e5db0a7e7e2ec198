import { expect, it } from "vitest";
import { isWithinState, stateCodeOf } from "./place-of-supply.ts";

it.each([
  ["Uttar Pradesh", "09"],
  [" uttar  pradesh ", "09"],
  ["UP", "09"],
  ["U.P.", "09"],
  ["Jammu & Kashmir", "01"],
  ["Orissa", "21"],
  ["New Delhi", "07"],
  ["Tamil Nadu", "33"],
  ["Atlantis", null],
  ["__proto__", null],
  ["constructor", null],
])("%s has the number %s", (typed, code) => {
  expect(stateCodeOf(typed)).toBe(code);
});

it.each([
  ["Uttar Pradesh", "uttar pradesh", true],
  ["Uttar Pradesh", "Karnataka", false],
  ["Uttar Pradesh", "Atlantis", false],
  ["Atlantis", "Atlantis", false],
])("from %s to %s is within one state: %s", (seller, buyer, within) => {
  expect(isWithinState(seller, buyer)).toBe(within);
});
