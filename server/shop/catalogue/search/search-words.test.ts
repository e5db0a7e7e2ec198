import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { typedWords } from "./search-words.ts";

const firstSpellings = (text: string) => typedWords(text).map(({ spellings }) => spellings[0]);
/** Typed words without their synonyms. */
const matches = (text: string, word: string) => typedWords(text).some(({ spellings }) => spellings.includes(word));

describe("typed words", () => {
  it("are letters and digits in lower case, in the order in which they were typed", () => {
    expect(firstSpellings("  Moonlight, TEMPLE-garden no. 5!")).toEqual(["moonlight", "temple", "garden", "no", "5"]);
  });

  it("may be of any script", () => {
    expect(firstSpellings("गुलाब जल")).toEqual(["गुलाब", "जल"]);
    expect(firstSpellings("ＲＯＯＨ")).toEqual(["rooh"]);
  });

  it("have synonyms", () => {
    expect(matches("ittar", "attar")).toBe(true);
    expect(matches("agarwood", "oud")).toBe(true);
    expect(matches("khas", "vetiver")).toBe(true);
    expect(matches("keora", "kewra")).toBe(true);
  });

  it("omit stop words and duplicates, unless there is nothing else", () => {
    expect(firstSpellings("the raga of the raga")).toEqual(["raga"]);
    expect(firstSpellings("of the")).toEqual(["of", "the"]);
  });

  it("omit single letters beside other words, but not digits", () => {
    expect(firstSpellings("vitamin c")).toEqual(["vitamin"]);
    expect(firstSpellings("no. 5")).toEqual(["no", "5"]);
    expect(firstSpellings("c")).toEqual(["c"]);
  });

  it("are at most eight, each at most 40 letters long", () => {
    expect(typedWords("a1 b1 c1 d1 e1 f1 g1 h1 i1 j1")).toHaveLength(8);
    expect(typedWords("x".repeat(41))).toEqual([]);
  });

  it("are none in an empty text", () => {
    for (const text of ["", "   ", "&|!:*()'\"\\", "🌹🌸", "\0", "--"]) expect(typedWords(text)).toEqual([]);
  });

  it("that are short are corrected for swapped and extra letters", () => {
    const [{ corrections } = { corrections: [] }] = typedWords("rsoe");
    expect(corrections).toContain("rose");
    expect(typedWords("tulssi")[0]?.corrections).toContain("tulsi");
  });

  it("are read from any text without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) =>
        typedWords(text).every(({ spellings }) => spellings.every((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word))),
      ),
    );
  });
});
