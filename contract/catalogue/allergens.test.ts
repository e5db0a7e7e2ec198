import { expect, it } from "vitest";
import { findAllergens } from "./allergens.ts";

it("recognises allergens by their entry, whatever the case, hyphens and marks, and no part of another word", () => {
  expect(
    findAllergens(
      "Alcohol Denat., Aqua, Parfum; LINALOOL*, alpha isomethyl ionone, Rosa Damascena Flower Oil\nCitral (natural)",
    ),
  ).toEqual(["Citral", "Linalool", "Alpha-Isomethyl Ionone", "Rosa"]);
  expect(findAllergens("Dehydrolinalool, Rosalina, Amylcinnamyl Alcohol, Pandanus Odoratissimus")).toEqual([
    "Amylcinnamyl Alcohol",
  ]);
  expect(findAllergens("")).toEqual([]);
});
