import { expect, it } from "vitest";
import { SYNONYMS, spellingsOf } from "./synonyms.ts";

it("has each word in one group only, in lower case, and no group of one", () => {
  const words = SYNONYMS.flat();
  expect(words).toEqual([...new Set(words)]);
  expect(words).toEqual(words.map((word) => word.toLowerCase()));
  expect(SYNONYMS.filter((group) => group.length < 2)).toEqual([]);
});

it("knows the spellings of a word, the word among them, and leaves others as they are", () => {
  expect(spellingsOf("itr")).toEqual(expect.arrayContaining(["attar", "ittar", "itr"]));
  expect(spellingsOf("moonlight")).toEqual(["moonlight"]);
});
