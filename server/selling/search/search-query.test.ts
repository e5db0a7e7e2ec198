import { describe, expect, it } from "vitest";
import { searchQueries } from "./search-query.ts";

describe("search queries", () => {
  const typed = (word: string) => ({ word, guessed: false });
  const guessed = (word: string) => ({ word, guessed: true });
  const rose = { typed: [typed("gulab")], certain: [typed("rose"), typed("gulab")], possible: [guessed("rosemary")] };
  const attar = { typed: [typed("attar")], certain: [typed("attar")], possible: [] };

  it("widen from the typed words in the title to all words in any field", () => {
    expect(searchQueries([rose]).tiers).toEqual([
      "('gulab':A)",
      "('rose':A | 'gulab':A | 'rosemary':A)",
      "('rose':AB | 'gulab':AB)",
      "('rose':AB | 'gulab':AB | 'rosemary':AB)",
      "('rose':ABC | 'gulab':ABC)",
      "('rose':ABC | 'gulab':ABC | 'rosemary':ABC)",
      "('rose' | 'gulab')",
      "('rose' | 'gulab' | 'rosemary':ABC)",
    ]);
  });

  it("search for all terms, and for each alone for products that lack some", () => {
    const { tiers, terms } = searchQueries([rose, attar]);
    expect(tiers[7]).toBe("('rose' | 'gulab' | 'rosemary':ABC) & ('attar')");
    expect(terms).toEqual(["'rose' | 'gulab' | 'rosemary':ABC", "'attar'"]);
  });

  it("do not search descriptions for guessed words", () => {
    const { tiers, terms } = searchQueries([{ typed: [], certain: [guessed("tested")], possible: [] }]);
    expect(tiers[7]).toBe("('tested':ABC)");
    expect(terms).toEqual(["'tested':ABC"]);
  });

  it("quote words, so that operators in them are escaped", () => {
    expect(searchQueries([{ typed: [], certain: [typed("d'or\\&!:*")], possible: [] }]).terms).toEqual([
      "'d''or\\\\&!:*'",
    ]);
  });
});
