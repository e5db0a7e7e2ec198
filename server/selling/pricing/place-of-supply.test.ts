import { expect, it } from "vitest";
import { isWithinState, stateCodeOf, stateOf } from "./place-of-supply.ts";
import { OTHER_NAMES, spellingOf } from "./state-names.ts";
import { STATES_OF_INDIA } from "./states-of-india.ts";

it.each([
  ["Uttar Pradesh", "09"],
  [" uttar  pradesh ", "09"],
  ["UP", "09"],
  ["U.P.", "09"],
  ["Jammu & Kashmir", "01"],
  ["Orissa", "21"],
  ["New Delhi", "07"],
  ["Tamil Nadu", "33"],
  ["Tamilnadu", "33"],
  ["TAMIL-NADU", "33"],
  ["TN", "33"],
  ["Uttarpradesh", "09"],
  ["U P", "09"],
  ["Uttar Pradesh, India", "09"],
  ["State of Uttar Pradesh", "09"],
  ["29-Karnataka", "29"],
  ["Karnataka (29)", "29"],
  ["Karnataka 560001", "29"],
  ["IN-KA", "29"],
  ["Karnatka", "29"],
  ["Karnataak", "29"],
  ["Maharashtara", "27"],
  ["Chattisgarh", "22"],
  ["Telengana", "36"],
  ["Gujrat", "24"],
  ["Pondicherry", "34"],
  ["Uttaranchal", "05"],
  ["J&K", "01"],
  ["J & K", "01"],
  ["Jammu n Kashmir", "01"],
  ["NCT of Delhi", "07"],
  ["Daman & Diu", "26"],
  ["Dadra & Nagar Haveli", "26"],
  ["The Andaman & Nicobar Islands", "35"],
  ["A & N Islands", null],
  ["उत्तर प्रदेश", "09"],
  ["चण्डीगढ़", "04"],
  ["चंडीगढ\u093c", "04"],
  ["தமிழ் நாடு", "33"],
  ["ಕರ್ನಾಟಕ", "29"],
  ["اتر پردیش", "09"],
  ["Bidar", null],
  ["Pradesh", null],
  ["Andhra", "37"],
  ["", null],
  ["India", null],
  ["29", null],
  ["Atlantis", null],
  ["__proto__", null],
  ["constructor", null],
])("%s has the number %s", (typed, code) => {
  expect(stateCodeOf(typed)).toBe(code);
});

it("a text longer than any address has is no state", () => {
  expect(stateCodeOf("Uttar Pradesh ".repeat(5000))).toBeNull();
});

it("no spelling is that of two states", () => {
  const owners = new Map<string, string>();
  for (const name of Object.keys(STATES_OF_INDIA))
    for (const spelling of new Set([name, ...(OTHER_NAMES[name] ?? [])].map(spellingOf))) {
      expect(spelling).not.toBe("");
      expect(owners.get(spelling), `${spelling} of ${name}`).toBeUndefined();
      owners.set(spelling, name);
      expect(stateOf(spelling)?.name).toBe(name);
    }
});

it.each([
  ["Uttar Pradesh", "uttar pradesh", true],
  ["Uttar Pradesh", "Karnataka", false],
  ["Uttar Pradesh", "Atlantis", false],
  ["Atlantis", "Atlantis", false],
])("from %s to %s is within one state: %s", (seller, buyer, within) => {
  expect(isWithinState(seller, buyer)).toBe(within);
});
