import { describe, expect, it } from "vitest";
import { searchQueries } from "./search-query.ts";

describe("search queries", () => {
  const rose = { certain: ["rose", "gulab"], possible: ["rosemary"] };
  const attar = { certain: ["attar"], possible: [] };

  it("widen from certain words in the title to all words anywhere", () => {
    expect(searchQueries([rose]).tiers).toEqual([
      "('rose':A | 'gulab':A)",
      "('rose':A | 'gulab':A | 'rosemary':A)",
      "('rose':AB | 'gulab':AB)",
      "('rose':AB | 'gulab':AB | 'rosemary':AB)",
      "('rose':ABC | 'gulab':ABC)",
      "('rose':ABC | 'gulab':ABC | 'rosemary':ABC)",
      "('rose' | 'gulab')",
      "('rose' | 'gulab' | 'rosemary')",
    ]);
  });

  it("ask for every term, and name each by itself for products that lack some", () => {
    const { tiers, terms } = searchQueries([rose, attar]);
    expect(tiers[7]).toBe("('rose' | 'gulab' | 'rosemary') & ('attar')");
    expect(terms).toEqual(["'rose' | 'gulab' | 'rosemary'", "'attar'"]);
  });

  it("quote words so that nothing in them is an operator", () => {
    expect(searchQueries([{ certain: ["d'or\\&!:*"], possible: [] }]).terms).toEqual(["'d''or\\\\&!:*'"]);
  });
});
