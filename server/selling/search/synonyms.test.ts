import { expect, it } from "vitest";
import { SYNONYMS, spellingsOf } from "./synonyms.ts";

it("has each word in one group only, in lower case, and no group of a single word", () => {
  const words = SYNONYMS.flat();
  expect(words).toEqual([...new Set(words)]);
  expect(words).toEqual(words.map((word) => word.toLowerCase()));
  expect(SYNONYMS.filter((group) => group.length < 2)).toEqual([]);
});

it("returns a word's synonyms with the word itself, and other words alone", () => {
  expect(spellingsOf("itr")).toEqual(expect.arrayContaining(["attar", "ittar", "itr"]));
  expect(spellingsOf("moonlight")).toEqual(["moonlight"]);
});
