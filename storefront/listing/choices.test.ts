import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { productQuery } from "../../contract/catalogue/schemas.ts";
import { queryTexts } from "../api/client.ts";
import {
  type Choices,
  countFilters,
  hasImports,
  isNarrowed,
  NO_FILTERS,
  queryOfChoices,
  readChoices,
  readPage,
  SORTS,
  writeChoices,
} from "./choices.ts";

const read = (query: string, byOrigin = false) => readChoices(new URLSearchParams(query), byOrigin);
const NOTHING: Choices = { ...NO_FILTERS, search: "", sort: undefined };

describe("choices of a listing", () => {
  it("offers six sort orders in their order", { meta: { requirements: "S9.25" } }, () => {
    expect(SORTS.map(({ label }) => label)).toEqual([
      "Featured",
      "Best selling",
      "Price low to high",
      "Price high to low",
      "Date old to new",
      "Date new to old",
    ]);
  });

  for (const [id, name, key] of [
    ["S4.45", "featured", { isFeatured: true }],
    ["S4.46", "bestselling", { bestseller: true }],
    ["S4.47", "price-asc", { price_sort: "asc" }],
    ["S4.48", "price-desc", { price_sort: "desc" }],
    ["S4.49", "date-asc", { date_sort: "asc" }],
    ["S4.50", "date-desc", { date_sort: "desc" }],
  ] as const) {
    it(`sort ${name} sets exactly one key`, { meta: { requirements: `${id}, S4.51` } }, () => {
      const { isFeatured, bestseller, price_sort, date_sort } = queryOfChoices(read(`sort=${name}`)) as Record<
        string,
        unknown
      >;
      expect(JSON.parse(JSON.stringify({ isFeatured, bestseller, price_sort, date_sort }))).toEqual(key);
    });
  }

  it("any other sort choice clears the sort", { meta: { requirements: "S4.52" } }, () => {
    for (const sort of ["", "cheapest", "PRICE-ASC", "__proto__", "price-asc,date-asc", "origin"])
      expect(read(`sort=${sort}`).sort).toBeUndefined();
  });

  it("reads notes joined by commas and repeated as a form sends them", () => {
    expect(read("notes=Rose,Oud").notes).toEqual(["Oud", "Rose"]);
    expect(read("notes=Rose&notes=Oud&notes=Rose").notes).toEqual(["Oud", "Rose"]);
  });

  it("reads and writes countries of origin, counts each as a filter, and sorts by them", () => {
    const choices = read("countries=Oman,France&sort=origin", true);
    // A shop without imports knows the specification's six only.
    expect(queryOfChoices(read("countries=Oman,France&sort=origin"))).not.toHaveProperty("origin_sort");
    expect(choices).toMatchObject({ countries: ["France", "Oman"], sort: "origin" });
    expect(writeChoices(choices)).toBe("?sort=origin&countries=France,Oman");
    expect(countFilters(choices)).toBe(2);
    expect(queryOfChoices(choices)).toMatchObject({ origin_sort: "asc", countries: ["France", "Oman"] });
  });

  it("offers countries of origin where products from abroad are listed", () => {
    const listed = (...names: string[]) => ({ countries: names.map((name) => ({ name, count: 1 })) });
    expect([listed("India"), listed(), undefined].map(hasImports)).toEqual([false, false, false]);
    expect([listed("India", "Oman"), listed("France")].map(hasImports)).toEqual([true, true]);
  });

  it("reads sizes as it reads notes, and writes them", () => {
    expect(read("sizes=50 ml,10 ml&sizes=10 ml").sizes).toEqual(["10 ml", "50 ml"]);
    expect(writeChoices(read("sizes=50+ml"))).toBe("?sizes=50+ml");
    expect(isNarrowed(read("sizes=50+ml"))).toBe(true);
  });

  it("ignores invalid values", () => {
    expect(read("min_price=abc&max_price=-5&availability=soon&notes=,,&sort=x")).toEqual(NOTHING);
    expect(read("min_price=5000&max_price=1000")).toEqual(NOTHING);
    expect(read("min_price=1e3&max_price=99999999999")).toEqual(NOTHING);
  });

  it("writes nothing when nothing is chosen", () => {
    expect(writeChoices(NOTHING)).toBe("");
    expect(isNarrowed(NOTHING)).toBe(false);
  });

  it("writes a readable URL", () => {
    const choices = read("sort=price-asc&min_price=1000&max_price=3000&notes=Pink Pepper,Rose&availability=in_stock");
    expect(writeChoices(choices)).toBe(
      "?sort=price-asc&min_price=1000&max_price=3000&notes=Pink+Pepper,Rose&availability=in_stock",
    );
    expect(writeChoices(choices, 2)).toContain("&page=2");
    expect(countFilters(choices)).toBe(4);
  });

  it("reads the page, and the first for anything that is none", () => {
    expect(readPage(new URLSearchParams("page=3"))).toBe(3);
    for (const page of ["0", "-1", "x", "1.5", "999999999"]) expect(readPage(new URLSearchParams({ page }))).toBe(1);
  });

  it("reads what it wrote, and requests only what the endpoint accepts, for any URL", () => {
    const word = fc.oneof(fc.string(), fc.constantFrom("price-asc", "in_stock", "Rose,Oud", "2500", "0", "10000000"));
    const query = fc.record({
      sort: word,
      min_price: word,
      max_price: word,
      notes: word,
      sizes: word,
      availability: word,
    });
    fc.assert(
      fc.property(query, (given) => {
        const choices = readChoices(new URLSearchParams(given), true);
        expect(readChoices(new URLSearchParams(writeChoices(choices)), true)).toEqual(choices);
        const sent = new URLSearchParams(queryTexts(queryOfChoices(choices)));
        expect(productQuery.safeParse(Object.fromEntries(sent)).success).toBe(true);
      }),
    );
  });
});
