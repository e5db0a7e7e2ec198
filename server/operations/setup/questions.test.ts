import { expect, it } from "vitest";
import { initialsOf } from "./questions.ts";

it.each([
  ["Attar Bagh", "AB"],
  ["House of Ruh & Khus", "HOR"],
  ["Gulab", "GU"],
  ["Éclat", "EC"],
  ["O’Neill Perfumes", "ONP"],
  ["अत्तर", undefined],
  ["24 Flowers", "FL"],
  // Names of other documents' numbers.
  ["Dawn Co", undefined],
])("the initials of “%s” are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
