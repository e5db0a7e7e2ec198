import { expect, test } from "vitest";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { hiddenNote, namesNote } from "./searched-note.ts";

test("a search names a note by its beginning, not by short words", () => {
  expect(namesNote("sandal", "Sandalwood")).toBe(true);
  expect(namesNote("oil of earth", "Baked Earth")).toBe(true);
  expect(namesNote("of", "Oud")).toBe(false);
});

test("a note is said only where title and sub title do not name what was searched", () => {
  const product = { title: "Saffron Oud", sub_title: "Oud from Assam", notes: ["Saffron", "Rose"] } as ProductSummary;
  expect(hiddenNote("rose", product)).toBe("Rose");
  expect(hiddenNote("rose", { ...product, sub_title: "Oud and rose" })).toBeUndefined();
  expect(hiddenNote("mogra", product)).toBeUndefined();
});
