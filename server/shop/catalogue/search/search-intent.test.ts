import { describe, expect, it } from "vitest";
import { MAX_SEARCH_LENGTH } from "../../../../contract/limits.ts";
import { paise } from "../../../base/money.ts";
import { narrowFilter, readIntent, readOrigin } from "./search-intent.ts";

describe("the intent of a search text", () => {
  it.each([
    ["under 1000", { maxPricePaise: 100_000 }],
    ["below ₹1,500", { maxPricePaise: 150_000 }],
    ["less than Rs. 500", { maxPricePaise: 50_000 }],
    ["upto 2000 rupees", { maxPricePaise: 200_000 }],
    ["above 2500", { minPricePaise: 250_000 }],
    ["between 500 and 1,00,000", { minPricePaise: 50_000, maxPricePaise: 10_000_000 }],
    ["₹1000 - ₹500", { minPricePaise: 50_000, maxPricePaise: 100_000 }],
    ["Best Sellers", { bestseller: true }],
    ["sale", { deals: true }],
    ["New Arrivals", {}],
    ["new arrivals under 1000", { maxPricePaise: 100_000 }],
    ["under 499.50", { maxPricePaise: 49_950 }],
    ["500-1000", { minPricePaise: 50_000, maxPricePaise: 100_000 }],
  ])("is limits alone: %s", (text, filter) => {
    expect(readIntent(text)).toEqual({ words: null, filter });
  });

  it.each([
    ["rose perfume under 2000", "rose perfume", { maxPricePaise: 200_000 }],
    ["bestselling attar", "attar", { bestseller: true }],
    ["gift under ₹1500 on sale", "gift on", { maxPricePaise: 150_000, deals: true }],
  ])("is words with limits: %s", (text, words, filter) => {
    expect(readIntent(text)).toEqual({ words, filter });
  });

  it.each([
    "rose",
    "50 ml",
    "under 50 ml",
    "20 to 30 ml",
    "500",
    "new rose",
    "wholesale",
    "over",
    "10000000000",
    "1001-50",
    "kw-10-50",
    "10-50-kw",
    "₹",
    "",
  ])("is words alone: %s", (text) => {
    expect(readIntent(text)).toEqual({ words: text, filter: {} });
  });

  it("is read quickly from any text", () => {
    for (const bit of ["under ", "1,", "₹ ", "between 10 ", "10 - ", " "]) {
      const text = bit.repeat(MAX_SEARCH_LENGTH).slice(0, MAX_SEARCH_LENGTH);
      const began = performance.now();
      readIntent(text);
      expect(performance.now() - began).toBeLessThan(20);
    }
  });

  it("narrows a filter by the tighter limit", () => {
    const intent = { minPricePaise: paise(50_000), maxPricePaise: paise(150_000), deals: true };
    expect(narrowFilter({ categoryId: 3, maxPricePaise: paise(100_000) }, intent)).toEqual({
      categoryId: 3,
      deals: true,
      minPricePaise: paise(50_000),
      maxPricePaise: paise(100_000),
    });
    expect(narrowFilter({ minPricePaise: paise(70_000) }, {})).toEqual({
      minPricePaise: paise(70_000),
      maxPricePaise: undefined,
    });
  });
});

it.each([
  ["france", { country: "France", words: null }],
  ["perfume made in france", { country: "France", words: "perfume" }],
  ["imported from the united kingdom", { country: "United Kingdom", words: null }],
  ["indian", undefined],
  ["made in india", { country: "India", words: null }],
  ["turkish rose", undefined],
  ["rose from kannauj", undefined],
  ["made in", undefined],
])("the origin in “%s” is %o", (text, origin) => {
  expect(readOrigin(text)).toEqual(origin);
});
