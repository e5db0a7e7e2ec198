/** `GET category` and `GET category/{slug}`. */

import { afterAll, beforeAll, expect, it } from "vitest";
import type { Category, ProductList } from "../../contract/catalogue/schemas.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let categories: Category[];
beforeAll(async () => {
  shop = await openShop({ demo: true });
  categories = (await shop.get("/api/category")).body.data;
});
afterAll(() => shop?.close());

it("each category has _id, name, slug and subcategories with name and slug", {
  meta: { requirements: "S3.26, S3.27, S7.34" },
}, () => {
  expect(categories.length).toBeGreaterThan(2);
  for (const { _id, name, slug, subcategories } of categories) {
    expect({ _id, name, slug }).toEqual({
      _id: expect.stringMatching(/^\d+$/),
      name: expect.stringMatching(/\S/),
      slug: expect.stringMatching(/^[a-z0-9-]+$/),
    });
    for (const sub of subcategories)
      expect(sub).toEqual({ name: expect.stringMatching(/\S/), slug: expect.stringMatching(/^[a-z0-9-]+$/) });
  }
  expect(categories.some(({ subcategories }) => subcategories.length > 1)).toBe(true);
});

it("one is read by its slug, a subcategory too", { meta: { requirements: "S7.36" } }, async () => {
  const [{ _id, name, slug, subcategories } = {} as Category] = categories;
  expect((await shop.get(`/api/category/${slug}`)).body.data).toMatchObject({ _id, name, slug, parent: null });
  const [sub] = subcategories;
  expect((await shop.get(`/api/category/${sub?.slug}`)).body.data).toMatchObject({
    _id: expect.stringMatching(/^\d+$/),
    name: sub?.name,
    parent: { name, slug },
  });
});

it("the demo sells perfumes and personal care", { meta: { requirements: "S0.01, S0.02" } }, async () => {
  const { data } = (await shop.get("/api/product?perPage=100")).body as ProductList;
  const sold = new Set(data.map(({ category }) => category));
  for (const kind of ["Perfumes", "Face Care", "Body Care"]) {
    expect(sold).toContain(kind);
    expect(categories.map(({ name }) => name)).toContain(kind);
  }
});
