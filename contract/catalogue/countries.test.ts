import { expect, it } from "vitest";
import { COUNTRY_NAMES, countryOf } from "./countries.ts";
import { PRODUCT_LIMITS } from "./product-limits.ts";

it.each([
  ["India", "India"],
  [" INDIA ", "India"],
  ["Bharat", "India"],
  ["भारत", "India"],
  ["NA", undefined],
  ["N/A", undefined],
  ["Made in France", "France"],
  ["FRANCE.", "France"],
  ["U.S.A.", "United States"],
  ["the United States of America", "United States"],
  ["U.K.", "United Kingdom"],
  ["U A E", undefined],
  ["UAE", "United Arab Emirates"],
  ["turkiye", "Türkiye"],
  ["Turkey", "Türkiye"],
  ["Trinidad & Tobago", "Trinidad and Tobago"],
  ["Cote d'Ivoire", "Ivory Coast"],
  ["Sri-Lanka", "Sri Lanka"],
  ["Republic of Korea", "South Korea"],
  ["Frnace", undefined],
  ["India, France", undefined],
  ["Kannauj", undefined],
  ["", undefined],
  [`France${" ".repeat(60)}`, undefined],
])("“%s” is stored as %s", (typed, stored) => {
  expect(countryOf(typed)).toBe(stored);
});

it("stores names that fit a list in a URL, and that are spellings of themselves", () => {
  expect(COUNTRY_NAMES.length).toBeGreaterThan(230);
  expect(COUNTRY_NAMES.filter((name) => /[,|]/.test(name) || name.length > PRODUCT_LIMITS.fact)).toEqual([]);
  expect(COUNTRY_NAMES.filter((name) => countryOf(name) !== name)).toEqual([]);
});
