import { expect, it } from "vitest";
import { declaredParties } from "./declared-parties.ts";

const SHOP = { manufacturer: ["Kewra", "Lucknow 226001"], importer: ["Kewra Imports", "Mumbai 400001"] };
const NONE = { manufacturer: null, packer: null, importer: null };

it("names the shop as the maker of what comes from India, and the product's own maker and packer instead", () => {
  expect(declaredParties({ ...NONE, countryOfOrigin: "India" }, SHOP)).toEqual([
    ["Manufactured by", "Kewra, Lucknow 226001"],
  ]);
  const own = { manufacturer: "Attar House, Kannauj 209725", packer: "Packhouse, Kanpur 208001", importer: null };
  expect(declaredParties({ ...own, countryOfOrigin: "India" }, SHOP)).toEqual([
    ["Manufactured by", "Attar House, Kannauj 209725"],
    ["Packed by", "Packhouse, Kanpur 208001"],
  ]);
});

it("names the importer of what comes from abroad, and never the shop as its maker", () => {
  expect(declaredParties({ ...NONE, countryOfOrigin: "France" }, SHOP)).toEqual([
    ["Imported by", "Kewra Imports, Mumbai 400001"],
  ]);
  const own = { manufacturer: "Maison Fleur, Grasse", packer: null, importer: "Import House, Mumbai 400001" };
  expect(declaredParties({ ...own, countryOfOrigin: "France" }, SHOP)).toEqual([
    ["Manufactured by", "Maison Fleur, Grasse"],
    ["Imported by", "Import House, Mumbai 400001"],
  ]);
  expect(declaredParties({ ...own, countryOfOrigin: "India" }, SHOP)).toEqual([
    ["Manufactured by", "Maison Fleur, Grasse"],
  ]);
});

it("names nobody whom neither product nor shop names", () => {
  expect(declaredParties({ ...NONE, countryOfOrigin: "Oman" }, { manufacturer: ["Kewra"], importer: [] })).toEqual([]);
  expect(declaredParties({ ...NONE, countryOfOrigin: "" }, SHOP)).toEqual([
    ["Manufactured by", "Kewra, Lucknow 226001"],
  ]);
});
