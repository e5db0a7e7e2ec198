/** Product summaries in lists, and that they are up to date after every change. */

import { eq, type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { paise } from "../../server/base/money.ts";
import { category, product } from "../../server/platform/database/schema.ts";
import { makeCategory, makeProduct, setStock, variantsOf } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let attars: number;
let rose: number;
beforeAll(async () => {
  shop = await openShop();
  attars = await makeCategory(shop, { slug: "attars", name: "Attars" });
});
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.db.delete(product);
  await shop.db.update(category).set({ name: "Attars" });
  rose = await makeProduct(shop, { slug: "rose", title: "Rose", categoryId: attars, pricePaise: 74_900, stock: 2 });
});

/** The only product's summary in the listing. */
async function readSummary(): Promise<ProductSummary> {
  const { status, body } = await shop.get("/api/product");
  expect(status).toBe(200);
  expect(body.data).toHaveLength(1);
  return body.data[0];
}
const change = (values: Partial<typeof product.$inferInsert>) =>
  shop.db.update(product).set(values).where(eq(product.id, rose));
const picture = (n: number) => ({ path: `/p-${n}.webp`, width: 4, height: 5, alt: `Picture ${n}`, color: "#b08d57" });

describe("a product summary", () => {
  it("shows a product in rupees, and omits missing fields", {
    meta: { requirements: "S3.16" },
  }, async () => {
    await change({ createdAt: new Date("2026-03-04T05:06:07.089Z"), topNotes: ["Rose"], baseNotes: ["Oud", "Rose"] });
    expect(await readSummary()).toEqual({
      _id: String(rose),
      id: String(rose),
      slug: "rose",
      title: "Rose",
      sub_title: "",
      category: "Attars",
      price: 749,
      lowestPrice: 749,
      highestPrice: 749,
      sizes: ["50 ml"],
      variant_id: String((await variantsOf(shop, rose))[0]),
      shownSize: { variant_id: String((await variantsOf(shop, rose))[0]), label: "50 ml" },
      review: 0,
      images: [],
      notes: ["Rose", "Oud"],
      availability: "in_stock",
      bestseller: false,
      isFeatured: false,
      add_cart: false,
      createdAt: "2026-03-04T05:06:07.089Z",
    });
    await change({ pricePaise: paise(9_950), originalPricePaise: paise(12_905) });
    expect(await readSummary()).toMatchObject({ price: 99.5, originalPrice: 129.05 });
  });

  it.each([
    // 13 / 3 = 4.33…, 85 / 20 = 4.25
    [9, 2, 4.5],
    [13, 3, 4.3],
    [85, 20, 4.3],
    [5, 1, 5],
  ])("averages %d stars of %d reviews to one decimal, half up: %d", async (ratingSum, reviewCount, rating) => {
    await change({ ratingSum, reviewCount });
    expect(await readSummary()).toMatchObject({ rating, review: reviewCount });
  });

  it.each<[string, () => Promise<unknown>, Partial<ProductSummary>]>([
    ["its title", () => change({ title: "Ruh Gulab" }), { title: "Ruh Gulab" }],
    ["its slug", () => change({ slug: "ruh-gulab" }), { slug: "ruh-gulab" }],
    ["its pictures", () => change({ images: [1, 2, 3].map(picture) }), { images: [picture(1), picture(2)] }],
    ["its flags", () => change({ isBestseller: true, isFeatured: true }), { bestseller: true, isFeatured: true }],
    ["a sale of the last pieces", () => setStock(shop, rose, 0), { availability: "out_of_stock" }],
    ["the name of its category", () => shop.db.update(category).set({ name: "Ittars" }), { category: "Ittars" }],
    [
      "its category",
      async () => change({ categoryId: await makeCategory(shop, { slug: "oils", name: "Oils" }) }),
      { category: "Oils" },
    ],
  ])("follows %s", async (_what, make, shown) => {
    await make();
    expect(await readSummary()).toMatchObject(shown);
    const { body } = await shop.get(`/api/product/${shown.slug ?? "rose"}`);
    expect(body.data).toMatchObject({ ...shown, ...(shown.images && { images: [1, 2, 3].map(picture) }) });
  });

  it("has both changes when its product and its category change in the same moment, and so has the search", async () => {
    const renamed = sql`update category set name = 'Ittars' where id = ${attars}`;
    const cheaper = sql`update product set price_paise = 50000, ingredients = 'Ambrette' where id = ${rose}`;
    for (const [first, second] of [
      [cheaper, renamed],
      [renamed, cheaper],
    ] as const) {
      await change({ pricePaise: paise(74_900), ingredients: "" });
      await shop.db.update(category).set({ name: "Attars" });
      await overlapping(first, second);
      expect(await readSummary()).toMatchObject({ price: 500, category: "Ittars" });
      for (const word of ["ambrette", "ittars"])
        expect((await shop.get(`/api/product?search=${word}`)).body, word).toMatchObject({ totalData: 1 });
    }
  });
});

/** Runs two statements in concurrent transactions: the second begins before the first commits. */
async function overlapping(first: SQL, second: SQL): Promise<void> {
  let begun: Promise<unknown> | undefined;
  await shop.db.transaction(async (transaction) => {
    await transaction.execute(first);
    begun = shop.db.execute(second);
    await waitsOrIsDone(begun);
  });
  await begun;
}

async function waitsOrIsDone(work: Promise<unknown>): Promise<void> {
  let done = false;
  const hasLocationTrack = () => {
    done = true;
  };
  work.then(hasLocationTrack, hasLocationTrack);
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  try {
    while (!done) {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rowCount) return;
    }
  } finally {
    await client.end();
  }
}
