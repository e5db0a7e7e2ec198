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

  it("may be of any script, and are translated, or spelt in Latin letters as they sound", () => {
    expect(firstSpellings("गुलाब जल")).toEqual(["rose", "water"]);
    expect(matches("गुलाब", "rose")).toBe(true);
    expect(matches("தேங்காய்", "coconut")).toBe(true);
    expect(matches("कन्नौज", "kannauj")).toBe(true);
    expect(matches("कन्नौज", "कन्नौज")).toBe(true);
    expect(firstSpellings("ＲＯＯＨ")).toEqual(["rooh"]);
  });

  it("that are a number and its unit are one, in every spelling of the unit", () => {
    for (const text of ["50ml", "50 ml", "50 ML", "50 Millilitres", "50 mls."]) {
      expect(typedWords(text)).toHaveLength(1);
      expect(matches(text, "50ml"), text).toBe(true);
    }
    for (const text of ["५० मिली", "50 मि.ली.", "৫০ মিলি", "۵۰ ml", "௫௦ மிலி", "౫౦ మి.లీ", "50 m.l."])
      expect(matches(text, "50ml"), text).toBe(true);
    expect(matches("१०० ग्राम", "100g")).toBe(true);
    expect(matches("125 gms", "125g")).toBe(true);
    expect(matches("125 g", "125gm")).toBe(true);
    expect(firstSpellings("rose 1.5ml")).toEqual(["rose", "1.5"]);
    expect(firstSpellings("50 roses")).toEqual(["50", "rose"]);
  });

  it("may be joined with a neighbour, or be two words", () => {
    expect(typedWords("face wash").map(({ spellings }) => spellings.includes("facewash"))).toEqual([true, true]);
    expect(typedWords("hairoil")[0]?.pairs).toContainEqual(["hair", "oil"]);
    expect(typedWords("oil").flatMap(({ pairs }) => pairs)).toEqual([]);
    expect(matches("rose 5", "rose5")).toBe(false);
  });

  it("of an Indian script have their nasals written in both ways", () => {
    for (const [one, other] of [
      ["चंदन", "चन्दन"],
      ["चंपा", "चम्पा"],
      ["অংগ", "অঙ্গ"],
      ["గంధం", "గన్ధం"],
    ] as const) {
      expect(matches(one, other), one).toBe(true);
      expect(matches(other, one), other).toBe(true);
    }
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
    expect(firstSpellings("best organic soap price")).toEqual(["soap"]);
    expect(firstSpellings("बालों के लिए")).toEqual(["hair"]);
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
        typedWords(text).every(({ spellings }) =>
          spellings.every((word) => /^(?:[\p{L}\p{M}\p{N}\u200c\u200d]+|\d+\.\d+)$/u.test(word)),
        ),
      ),
      // Signs that are not spoken without a letter.
      { examples: [["\u093c"], ["\u094d"], ["\u093d"]] },
    );
  });
});
