/** `GET product` as a listing: filters, order, pages, and the filter panel's counts. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProductList, ProductSummary } from "../../contract/catalogue/schemas.ts";
import { PRICE_SLIDER, PRICE_STEPS } from "../../contract/limits.ts";
import { product } from "../../server/platform/database/schema.ts";
import { openLargeShop } from "./large-shop.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let everything: ProductSummary[];
beforeAll(async () => {
  shop = await openShop({ demo: true });
  everything = (await list("perPage=100")).data;
});
afterAll(() => shop?.close());

async function list(query: string): Promise<ProductList> {
  const { status, body } = await shop.get(`/api/product?${query}`);
  expect(status, query).toBe(200);
  return body;
}
const slugs = (products: ProductSummary[]) => products.map(({ slug }) => slug);
const sortedSlugs = (products: ProductSummary[]) => slugs(products).toSorted();
const prices = (products: ProductSummary[]) => products.map(({ lowestPrice }) => lowestPrice);
const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const dates = (products: ProductSummary[]) => products.map(({ createdAt }) => Date.parse(createdAt));

describe("the order of a listing", () => {
  it("is newest first without a sort key", { meta: { requirements: "R18" } }, async () => {
    expect(dates(everything)).toEqual(ascending(dates(everything)).toReversed());
  });

  it("shows featured products for isFeatured=true", { meta: { requirements: "S4.45" } }, async () => {
    expect(sortedSlugs((await list("perPage=100&isFeatured=true")).data)).toEqual(
      sortedSlugs(everything.filter(({ isFeatured }) => isFeatured)),
    );
  });

  it("shows bestsellers for bestseller=true", { meta: { requirements: "S4.46" } }, async () => {
    const { data, totalData } = await list("perPage=100&bestseller=true");
    expect(sortedSlugs(data)).toEqual(sortedSlugs(everything.filter(({ bestseller }) => bestseller)));
    expect(data.length).toBeGreaterThan(0);
    expect(totalData).toBe(data.length);
  });

  it("is by rising price for price_sort=asc", { meta: { requirements: "S4.47" } }, async () => {
    expect(prices((await list("perPage=100&price_sort=asc")).data)).toEqual(ascending(prices(everything)));
  });

  it("is by falling price for price_sort=desc", { meta: { requirements: "S4.48" } }, async () => {
    expect(prices((await list("perPage=100&price_sort=desc")).data)).toEqual(
      ascending(prices(everything)).toReversed(),
    );
  });

  it("is oldest first for date_sort=asc", { meta: { requirements: "S4.49" } }, async () => {
    expect(dates((await list("perPage=100&date_sort=asc")).data)).toEqual(ascending(dates(everything)));
  });

  it("is newest first for date_sort=desc", { meta: { requirements: "S4.50" } }, async () => {
    expect(slugs((await list("perPage=100&date_sort=desc")).data)).toEqual(slugs(everything));
  });
});

describe("the pages of a listing", () => {
  it.each(["", "price_sort=asc", "price_sort=desc", "date_sort=asc", "category=perfumes", "availability=in_stock"])(
    "follow each other without gaps or doubles: %s",
    async (query) => {
      const whole = await list(`perPage=100&${query}`);
      const paged: string[] = [];
      for (let page = 1; page <= Math.ceil(whole.totalData / 5); page++) {
        const response = await list(`perPage=5&page=${page}&${query}`);
        expect(response).toMatchObject({
          page,
          perPage: 5,
          totalData: whole.totalData,
          totalPages: Math.ceil(whole.totalData / 5),
        });
        paged.push(...slugs(response.data));
      }
      expect(paged).toEqual(slugs(whole.data));
    },
  );

  it("have twelve products by default, of 24 in all", { meta: { requirements: "S9.09" } }, async () => {
    expect(await list("")).toMatchObject({ page: 1, perPage: 12, totalData: 24, totalPages: 2 });
  });

  it("are empty beyond the last", async () => {
    expect(await list("page=800")).toMatchObject({ data: [], totalData: 24, totalPages: 2 });
  });

  it("list products of the same date and price once", async () => {
    const own = await openShop();
    const categoryId = await makeCategory(own, { slug: "all", name: "All" });
    const createdAt = new Date("2026-01-01");
    for (let n = 0; n < 9; n++) await makeProduct(own, { slug: `same-${n}`, categoryId, createdAt });
    for (const sort of ["", "&price_sort=asc", "&price_sort=desc", "&date_sort=asc"]) {
      const seen: string[] = [];
      for (const page of [1, 2, 3])
        seen.push(...slugs((await own.get(`/api/product?perPage=3&page=${page}${sort}`)).body.data));
      expect(new Set(seen).size).toBe(9);
    }
    await own.close();
  });

  it("beyond the result window are rejected with the remedy", async () => {
    expect((await list("page=833&perPage=12")).data).toEqual([]);
    const { status, body } = await shop.get("/api/product?page=834&perPage=12");
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: "page", message: expect.stringMatching(/at most 10000\. Narrow the list/) }]);
  });

  it("of the last results continue in the same order, also after a change", async () => {
    const own = await openShop();
    const categoryId = await makeCategory(own, { slug: "all", name: "All" });
    // 270 products, five per timestamp and three per price; the id breaks ties.
    const newest = Date.UTC(2026, 0, 1);
    for (let n = 0; n < 270; n++)
      await makeProduct(own, {
        slug: `far-${n}`,
        categoryId,
        createdAt: new Date(newest - Math.floor(n / 5)),
        pricePaise: 100_00 + Math.floor(n / 3) * 100,
      });
    const page = async (number: number, sort: string) =>
      slugs((await own.get(`/api/product?perPage=5&category=all&page=${number}${sort}`)).body.data);
    // Pages of 5: page 51 begins with the 251st product.
    const of = (place: number) => `far-${place}`;
    const expected = {
      "": (first: number) => [4, 3, 2, 1, 0].map((n) => of(first + n)),
      "&date_sort=asc": (first: number) => [0, 1, 2, 3, 4].map((n) => of(265 - first + n)),
      "&price_sort=asc": (first: number) => [0, 1, 2, 3, 4].map((n) => of(first + n)),
      "&price_sort=desc": (first: number) => [0, 1, 2, 3, 4].map((n) => of(269 - first - n)),
    };
    for (const [sort, slugsFrom] of Object.entries(expected))
      for (const number of [50, 51, 52, 53, 54])
        expect(await page(number, sort), `${sort} page ${number}`).toEqual(slugsFrom((number - 1) * 5));

    await makeProduct(own, { slug: "fresh", categoryId, createdAt: new Date(newest + 1) });
    await expect.poll(() => page(52, "")).toEqual(["far-250", "far-259", "far-258", "far-257", "far-256"]);
    await own.close();
  });
});

describe("a listing's scope", () => {
  it("is a category with its subcategories", async () => {
    const { data } = await list("perPage=100&category=perfumes");
    expect(sortedSlugs(data)).toEqual(sortedSlugs(everything.filter(({ category }) => category === "Perfumes")));
  });

  it("is a subcategory alone", async () => {
    const floral = (await list("perPage=100&category=floral-perfumes")).data;
    const woody = (await list("perPage=100&category=woody-perfumes")).data;
    const fresh = (await list("perPage=100&category=fresh-perfumes")).data;
    expect(slugs(floral)).toContain("kewra-bloom");
    expect([...slugs(floral), ...slugs(woody), ...slugs(fresh)].toSorted()).toEqual(
      sortedSlugs((await list("perPage=100&category=perfumes")).data),
    );
  });

  it("has products below their MRP and in stock for deals=true", async () => {
    const { data } = await list("perPage=100&deals=true");
    const reduced = everything.filter(({ originalPrice }) => originalPrice !== undefined);
    const inStock = reduced.filter(({ availability }) => availability === "in_stock");
    expect(inStock.length).toBeLessThan(reduced.length);
    expect(sortedSlugs(data)).toEqual(sortedSlugs(inStock));
    expect((await list("perPage=100&deals=false")).totalData).toBe(24);
  });

  it("is everything but the bestsellers for bestseller=false", async () => {
    expect((await list("bestseller=false")).totalData).toBe(everything.filter(({ bestseller }) => !bestseller).length);
  });

  it("is rejected for an unknown category", async () => {
    const { status, body } = await shop.get("/api/product?category=no-such-thing");
    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, statusCode: 404, errors: [{ field: "category" }] });
  });
});

describe("the filter panel", () => {
  it("filters by a range of prices, bounds included", { meta: { requirements: "S9.21" } }, async () => {
    const bounds = prices(everything).filter((price) => price >= 500 && price <= 999);
    const [min, max] = [Math.min(...bounds), Math.max(...bounds)];
    const { data } = await list(`perPage=100&min_price=${min}&max_price=${max}`);
    expect(sortedSlugs(data)).toEqual(
      sortedSlugs(everything.filter(({ lowestPrice: price }) => price >= min && price <= max)),
    );
    expect(prices(data)).toEqual(expect.arrayContaining([min, max]));
  });

  it("rejects a minimum above the maximum", async () => {
    const { status, body } = await shop.get("/api/product?min_price=900&max_price=100");
    expect(status).toBe(400);
    expect(body.errors[0].field).toBe("min_price");
  });

  it("lists products with any of the ticked notes that are in stock", { meta: { requirements: "S9.24" } }, async () => {
    const { data } = await list("perPage=100&notes=Vetiver,Saffron&availability=in_stock");
    expect(sortedSlugs(data)).toEqual(
      sortedSlugs(
        everything.filter(
          ({ notes, availability }) =>
            availability === "in_stock" && notes.some((note) => note === "Vetiver" || note === "Saffron"),
        ),
      ),
    );
  });

  it("says beside each note how many products ticking it lists", { meta: { requirements: "S9.22" } }, async () => {
    const { facets } = await list("");
    expect(facets.notes.length).toBeGreaterThan(10);
    for (const { name, count } of facets.notes) {
      expect(everything.filter(({ notes }) => notes.includes(name)).length, name).toBe(count);
    }
    for (const { name, count } of facets.notes.slice(0, 5)) {
      expect((await list(`notes=${encodeURIComponent(name)}`)).totalData, name).toBe(count);
    }
  });

  it("also combines with other filters", { meta: { requirements: "S9.22" } }, async () => {
    const ticked = "category=perfumes&availability=in_stock&max_price=3999";
    const { facets } = await list(`${ticked}&notes=Musk`);
    expect(facets.notes.map(({ name }) => name)).toContain("Rose");
    for (const { name, count } of facets.notes.slice(0, 6)) {
      expect((await list(`${ticked}&notes=${encodeURIComponent(name)}`)).totalData, name).toBe(count);
    }
  });

  it("says beside each size how many products ticking it lists, also with other filters", async () => {
    for (const ticked of ["", "category=perfumes&notes=Rose&max_price=3999"]) {
      const { facets } = await list(`${ticked}&sizes=10%20ml`);
      expect(facets.sizes.map(({ name }) => name)).toContain("50 ml");
      for (const { name, count } of facets.sizes)
        expect((await list(`${ticked}&sizes=${encodeURIComponent(name)}`)).totalData, name).toBe(count);
    }
  });

  it("counts notes and stock of the ticked sizes only", async () => {
    const small = everything.filter(({ sizes }) => sizes.includes("10 ml"));
    const { totalData, facets } = await list("sizes=10%20ml");
    expect(totalData).toBe(small.length);
    expect(facets.availability.in_stock + facets.availability.out_of_stock).toBe(small.length);
    for (const { name, count } of facets.notes)
      expect(small.filter(({ notes }) => notes.includes(name)).length, name).toBe(count);
  });

  it("counts products in stock and sold out", {
    meta: { requirements: "S9.23" },
  }, async () => {
    const inStock = await shop.db.$count(product, eq(product.inStock, true));
    const outOfStock = await shop.db.$count(product, eq(product.inStock, false));
    expect(outOfStock).toBeGreaterThan(0);
    const { facets } = await list("");
    expect(facets.availability).toEqual({ in_stock: inStock, out_of_stock: outOfStock });
    expect((await list("availability=out_of_stock")).totalData).toBe(outOfStock);
    // A filter does not change its own counts.
    expect((await list("availability=out_of_stock")).facets.availability).toEqual(facets.availability);
  });

  it("knows the cheapest and the dearest before the price filter", async () => {
    const expected = { min: Math.min(...prices(everything)), max: Math.max(...prices(everything)) };
    expect((await list("")).facets.price).toEqual(expected);
    expect((await list("min_price=1000&max_price=1100")).facets.price).toEqual(expected);
  });

  it("counts the products of each price range before the price filter, the dearest in the last", async () => {
    const { facets } = await list("min_price=1000&max_price=1100");
    const width = PRICE_SLIDER.max / PRICE_STEPS;
    const stepOf = (price: number) => Math.min(Math.floor(price / width), PRICE_STEPS - 1);
    const expected = Array.from(
      { length: PRICE_STEPS },
      (_, step) => prices(everything).filter((price) => stepOf(price) === step).length,
    );
    expect(facets.priceSteps).toEqual(expected);
  });

  it("has no prices where nothing is listed", async () => {
    const { totalData, facets } = await list("notes=No%20Such%20Note");
    expect(totalData).toBe(0);
    expect(facets.price).toBeNull();
  });

  it("counts again after a change of the catalogue", async () => {
    const own = await openShop();
    const categoryId = await makeCategory(own, { slug: "all", name: "All" });
    await makeProduct(own, { slug: "one", categoryId, topNotes: ["Rose"] });
    expect((await own.get("/api/product")).body).toMatchObject({
      totalData: 1,
      facets: { notes: [{ name: "Rose", count: 1 }] },
    });
    await makeProduct(own, { slug: "two", categoryId, topNotes: ["Rose"], stock: 0 });
    // The change event takes a moment, and a busy machine counts slowly.
    await expect
      .poll(async () => (await own.get("/api/product")).body)
      .toMatchObject({
        totalData: 2,
        facets: { notes: [{ name: "Rose", count: 2 }], availability: { in_stock: 1, out_of_stock: 1 } },
      });
    await own.close();
  });
});

describe("a filtered listing", () => {
  const SORTS = ["", "&date_sort=asc", "&price_sort=asc", "&price_sort=desc"];
  let own: TestShop;
  beforeAll(async () => {
    own = await openShop({ demo: true });
  });
  afterAll(() => own?.close());

  // A filter's counts are cached from its second request on, which may use another plan. Each case begins with another order.
  it.each<[query: string, begins: number, fits: (product: ProductSummary) => boolean]>([
    ["notes=Rose,Sandalwood", 0, ({ notes }) => notes.includes("Rose") || notes.includes("Sandalwood")],
    ["min_price=600", 2, ({ lowestPrice }) => lowestPrice >= 600],
    ["max_price=1500&availability=in_stock", 3, (one) => one.lowestPrice <= 1500 && one.availability === "in_stock"],
    ["availability=out_of_stock", 1, ({ availability }) => availability === "out_of_stock"],
    ["sizes=10%20ml,12%20ml", 0, ({ sizes }) => sizes.includes("10 ml") || sizes.includes("12 ml")],
    [
      "notes=Musk&min_price=300&max_price=3000",
      2,
      ({ notes, lowestPrice: price }) => notes.includes("Musk") && price >= 300 && price <= 3000,
    ],
  ])(
    "has the same pages in each order, before its counts are cached and after: %s",
    { meta: { requirements: "S9.21, S9.24" } },
    async (query, begins, fits) => {
      const of = async (part: string) => (await own.get(`/api/product?${part}`)).body;
      for (const sort of [...SORTS.slice(begins), ...SORTS.slice(0, begins), SORTS[begins]]) {
        const expected = slugs((await of(`perPage=100${sort}`)).data.filter(fits));
        expect(expected.length).toBeGreaterThan(0);
        for (const page of [1, 2, 3]) {
          const { data, totalData } = await of(`${query}&perPage=3&page=${page}${sort}`);
          expect(slugs(data), `${sort} page ${page}`).toEqual(expected.slice(page * 3 - 3, page * 3));
          expect(totalData).toBe(expected.length);
        }
      }
    },
  );
});

describe("in a large catalogue", () => {
  it("the pages of a listing are planned once, filtered or not", async () => {
    const own = await openLargeShop();
    const queries = ["", "category=perfumes", "price_sort=asc", "notes=Rose", "min_price=300&price_sort=desc"];
    for (const query of queries) for (let call = 0; call < 10; call++) await own.get(`/api/product?${query}`);
    const plans = await own.plans("listing %");
    await own.close();
    expect(plans).toHaveLength(queries.length);
    // PostgreSQL makes five custom plans first.
    for (const { name, generic, custom } of plans) expect([custom, generic > 0], name).toEqual([5, true]);
  });
});

describe("an invalid query", () => {
  it.each([
    ["page=0", "page"],
    ["page=10001&perPage=1", "page"],
    ["perPage=100000", "perPage"],
    ["perPage=x", "perPage"],
    ["price_sort=up", "price_sort"],
    ["date_sort=new", "date_sort"],
    ["bestseller=yes", "bestseller"],
    ["min_price=-1", "min_price"],
    ["availability=soon", "availability"],
    ["category=../etc", "category"],
    [`notes=${Array.from({ length: 21 }, (_, n) => `N${n}`).join(",")}`, "notes"],
  ])("is rejected with the name of the field: %s", async (query, field) => {
    const { status, body } = await shop.get(`/api/product?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, statusCode: 400 });
    expect(body.errors[0].field).toBe(field);
    expect(body.errors[0].message).toMatch(/\S/);
  });
});
