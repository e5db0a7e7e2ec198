import { expect, it } from "vitest";
import { contradictsOrigin } from "./origin-claim.ts";

it.each([
  ["Made In India", "India", false],
  ["Made In India", "France", true],
  ["MADE IN INDIA", " france ", true],
  ["Product of India", "Oman", true],
  ["Proudly Indian", "France", true],
  ["Handmade in Kannauj", "India", false],
  ["Handmade in Kannauj", "France", true],
  ["Made in France", "France", false],
  ["Imported Oils", "France", false],
  ["Long Lasting", "France", false],
  ["Made In India", "", false],
])("the claim “%s” on a product from “%s” contradicts its origin: %s", (claim, country, contradicts) => {
  expect(contradictsOrigin(claim, country)).toBe(contradicts);
});
