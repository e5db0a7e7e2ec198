/** Listings by country of origin: rule 6(10A) of the Legal Metrology (Packaged Commodities) Rules. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
  const categoryId = await makeCategory(shop, { slug: "perfumes", name: "Perfumes" });
  const product = (slug: string, countryOfOrigin: string, more: object = {}) =>
    makeProduct(shop, { slug, title: `The ${slug}`, categoryId, countryOfOrigin, importer: "Import House", ...more });
  await product("mitti", "India", { topNotes: ["Rose"] });
  await product("gulab", "India");
  await product("lavande", "France", { topNotes: ["Rose"] });
  await product("iris", "France", { stock: 0 });
  await product("loban", "Oman");
  await product("pondichery", "India", { title: "French Quarter" });
});
afterAll(() => shop?.close());

const list = async (query: string) => (await shop.get(`/api/product?${query}`)).body;
const slugs = ({ data }: { data: { slug: string }[] }) => data.map(({ slug }) => slug);

it("a listing counts the products of each country, with the other filters and without its own", async () => {
  const count = async (query: string) =>
    (await list(query)).facets.countries.map(({ name, count: number }: { name: string; count: number }) => [
      name,
      number,
    ]);
  const all = [
    ["India", 3],
    ["France", 2],
    ["Oman", 1],
  ];
  expect(await count("")).toEqual(all);
  expect(await count("countries=Oman")).toEqual(all);
  expect(await count("notes=Rose")).toEqual([
    ["France", 1],
    ["India", 1],
  ]);
  expect(await count("availability=out_of_stock")).toEqual([["France", 1]]);
  expect(await count("search=the")).toEqual([
    ["France", 2],
    ["India", 2],
    ["Oman", 1],
  ]);
  const { facets } = await list("countries=France");
  expect(facets).toMatchObject({ notes: [{ name: "Rose", count: 1 }], availability: { in_stock: 1, out_of_stock: 1 } });
});

it("a listing and a search are filtered by countries in any spelling", async () => {
  expect(slugs(await list("countries=France")).sort()).toEqual(["iris", "lavande"]);
  expect(slugs(await list("countries=oman,FRANCE&availability=in_stock")).sort()).toEqual(["lavande", "loban"]);
  expect(slugs(await list("countries=France&search=the")).sort()).toEqual(["iris", "lavande"]);
  expect(slugs(await list("countries=India&search=the")).sort()).toEqual(["gulab", "mitti"]);
  expect(await list("countries=Nowhere")).toMatchObject({ data: [], totalData: 0 });
  const tooMany = await shop.get(`/api/product?countries=${Array.from({ length: 21 }, (_, n) => `C${n}`).join(",")}`);
  expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ field: "countries" }] } });
});

it("a listing and a search are sorted by country, page by page", async () => {
  const sorted = ["lavande", "iris", "mitti", "gulab", "pondichery", "loban"];
  expect(slugs(await list("origin_sort=asc"))).toEqual(sorted);
  expect(slugs(await list("origin_sort=desc"))).toEqual(sorted.toReversed());
  expect(slugs(await list("origin_sort=asc&perPage=2&page=2"))).toEqual(["mitti", "gulab"]);
  expect(slugs(await list("origin_sort=asc&search=the"))).toEqual(["lavande", "iris", "mitti", "gulab", "loban"]);
  expect((await shop.get("/api/product?origin_sort=up")).status).toBe(400);
});

it.each([
  ["france", ["iris", "lavande"]],
  ["French", ["iris", "lavande"]],
  ["Made in France", ["iris", "lavande"]],
  ["imported from Oman", ["loban"]],
  ["loban from Oman", ["loban"]],
  ["lavande made in France", ["lavande"]],
  ["made in India", ["gulab", "mitti", "pondichery"]],
  ["french quarter", ["pondichery"]],
  ["made in Japan", []],
])("a search for “%s” finds what comes from there", async (text, found) => {
  expect(slugs(await list(`search=${encodeURIComponent(text)}`)).sort()).toEqual(found);
});

it("a shop sells imports while a product from abroad is on sale", async () => {
  const sellsImports = async () => (await shop.get("/api/shop")).body.data.sellsImports;
  expect(await sellsImports()).toBe(true);
  await shop.db.execute(sql`update product set state = 'archived' where country_of_origin <> 'India'`);
  await expect.poll(sellsImports).toBe(false);
  await shop.db.execute(sql`update product set state = 'published' where country_of_origin = 'Oman'`);
  await expect.poll(sellsImports).toBe(true);
});
