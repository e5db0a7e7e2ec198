import { describe, expect, it } from "vitest";
import type { ProductList, ProductSummary } from "../../contract/catalogue/schemas.ts";
import { endsEarly, hasMore, productsOf } from "./loaded-pages.ts";

function list(page: number, totalPages: number, ids: string[]): ProductList {
  const data = ids.map((_id) => ({ _id }) as ProductSummary);
  const facets = {
    relation: "eq" as const,
    notes: [],
    sizes: [],
    countries: [],
    availability: { in_stock: 0, out_of_stock: 0 },
    price: null,
    priceSteps: [],
  };
  const totals = { totalData: totalPages * 2, totalRelation: "eq" as const, totalPages };
  return { success: true, statusCode: 200, data, perPage: 2, page, ...totals, facets };
}

describe("loaded pages", () => {
  it("later pages append, and a product that moved to the next page is shown once", {
    meta: { requirements: "S4.39" },
  }, () => {
    const pages = { listingQuery: "q", lists: [list(1, 2, ["a", "b"]), list(2, 2, ["b", "c"])] as const };
    expect(productsOf(pages).map(({ _id }) => _id)).toEqual(["a", "b", "c"]);
  });

  it("more pages exist while the page is below the number of pages", { meta: { requirements: "S4.40" } }, () => {
    expect(hasMore({ listingQuery: "q", lists: [list(1, 2, ["a"])] })).toBe(true);
    expect(hasMore({ listingQuery: "q", lists: [list(1, 2, ["a"]), list(2, 2, ["b"])] })).toBe(false);
    expect(hasMore({ listingQuery: "q", lists: [list(9, 2, [])] })).toBe(false);
  });

  it("end early where products exist beyond the last page that can be requested", () => {
    const last = list(2, 2, ["c", "d"]);
    expect(endsEarly({ listingQuery: "q", lists: [last] })).toBe(false);
    expect(endsEarly({ listingQuery: "q", lists: [{ ...last, totalData: 5 }] })).toBe(true);
    expect(endsEarly({ listingQuery: "q", lists: [{ ...last, totalRelation: "gte" }] })).toBe(true);
    expect(endsEarly({ listingQuery: "q", lists: [{ ...list(1, 2, ["a"]), totalData: 5 }] })).toBe(false);
  });
});
