/** A catalogue that is larger than what a listing counts. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Facets, productQuery } from "../../contract/catalogue/schemas.ts";
import { RESULT_WINDOW } from "../../contract/limits.ts";
import { createCategoryFinder } from "../../server/shop/catalogue/categories.ts";
import type { CountsCache } from "../../server/shop/catalogue/listing/counts-cache.ts";
import { createCatalogue } from "../../server/shop/catalogue/listing/list-products.ts";
import { createPostgresqlSearch } from "../../server/shop/catalogue/search/postgresql-search.ts";
import { makeCategory } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";

const BEYOND = 60;
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
  const categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  await makeCategory(shop, { slug: "empty", name: "Empty" });
  // Without triggers, which would index the texts for the search.
  await shop.db.execute(sql`alter table product disable trigger user`);
  await shop.db.execute(sql`
    insert into product (slug, title, sub_title, description, category_id, price_paise, lowest_price_paise, in_stock, ingredients,
      country_of_origin, shelf_life_months, notes)
    select 'p-' || n, 'Plain', '', '', ${categoryId}, 10000 + 100 * n, 10000 + 100 * n, true, '', 'India', 24,
      case when n > ${RESULT_WINDOW} then '{Oud}'::text[] else '{Rose}'::text[] end
    from generate_series(1, ${RESULT_WINDOW + BEYOND}::int) as n`);
  await shop.db.execute(sql`alter table product enable trigger user`);
});
afterAll(() => shop?.close());

interface Counted {
  totalData: number;
  totalRelation: string;
  totalPages: number;
  facets: Facets;
}
const list = async (query: string): Promise<Counted> => (await shop.get(`/api/product?${query}`)).body;

describe("a listing of more products than are counted", () => {
  it("says that there are at least so many", async () => {
    const { totalData, totalRelation, totalPages, facets } = await list("");
    expect({ totalData, totalRelation, totalPages }).toEqual({
      totalData: RESULT_WINDOW,
      totalRelation: "gte",
      totalPages: Math.floor(RESULT_WINDOW / 12),
    });
    expect(facets).toMatchObject({ relation: "gte", availability: { out_of_stock: 0 } });
    expect(await list("category=attars&min_price=101")).toMatchObject({
      totalData: RESULT_WINDOW,
      totalRelation: "gte",
    });
  });

  it("has exact counts once it is narrowed, and the facets know what only the rest has", async () => {
    const narrowed = await list(`min_price=${100 + RESULT_WINDOW + 1}`);
    expect(narrowed).toMatchObject({ totalData: BEYOND, totalRelation: "eq", totalPages: BEYOND / 12 });
    expect(narrowed.facets.notes).toContainEqual({ name: "Oud", count: BEYOND });
    expect(narrowed.facets.price?.max).toBe(100 + RESULT_WINDOW + BEYOND);
    expect(await list("notes=Oud")).toMatchObject({ totalData: BEYOND, totalRelation: "eq" });
    expect(await list("category=empty")).toMatchObject({
      totalData: 0,
      totalRelation: "eq",
      facets: { relation: "eq" },
    });
  });
});

describe("a listing that takes too long to count", () => {
  const never: CountsCache = { of: () => new Promise(() => {}), last: () => undefined, invalidate() {} };
  const read = (query: Record<string, string>) =>
    createCatalogue(shop.db, createPostgresqlSearch(shop.db), {
      categories: createCategoryFinder(shop.db),
      counts: never,
    })(productQuery.parse(query));

  it("is sent without counts, and says whether a next page may exist", async () => {
    const [full, last, none] = await Promise.all([
      read({ page: "2" }),
      read({ min_price: String(100 + RESULT_WINDOW + BEYOND - 4) }),
      read({ category: "empty" }),
    ]);
    expect(full).toMatchObject({ totalData: 24, totalRelation: "gte", totalPages: 3, facets: { notes: [] } });
    expect(last).toMatchObject({ totalData: 5, totalRelation: "eq", totalPages: 1 });
    expect(none).toMatchObject({ totalData: 0, totalRelation: "eq", totalPages: 1 });
  });
});
