/** Staff arranges the tree of categories in the back office. */

import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newOffer } from "../../contract/admin/offers.ts";
import { createOffer } from "../../server/selling/offers/manage-offers.ts";
import { categorySlugsOf, findUnknownCategories } from "../../server/shop/catalogue/categories.ts";
import { makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let editor: Awaited<ReturnType<typeof signInAs>>;
let owner: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  editor = await signInAs(shop, "Content");
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

async function create(name: string, parent: string | null = null) {
  const created = await editor.send("POST", "/categories", { name, parent });
  expect(created.body.errors ?? []).toEqual([]);
  return created.body.data;
}
const read = async (id: string) => (await editor.send("GET", `/categories/${id}`)).body.data;
const change = (id: string, body: object) => editor.send("PATCH", `/categories/${id}`, body);
const tree = async () => (await editor.send("GET", "/categories")).body.data;
const menu = async () => (await shop.get("/api/category")).body.data.map(({ slug }: { slug: string }) => slug);
const remove = ({ _id, version }: { _id: string; version: number }, productsTo: string | null = null) =>
  editor.send("POST", `/categories/${_id}/delete`, { version, productsTo });
const placeOf = async (slug: string) =>
  (await rowsOf(shop, sql`select category_id, subcategory_id from product where slug = ${slug}`))[0];

describe("a category", () => {
  it("is added behind the others, with an unused slug from its name, and is in the menu at once", async () => {
    const attars = await create("Attars & Itrs");
    expect(attars).toMatchObject({ slug: "attars-itrs", version: 1, parent: null, products: 0, formerSlugs: [] });
    expect(await create("Attars & Itrs")).toMatchObject({ slug: "attars-itrs-2" });
    expect(await create("इत्र")).toMatchObject({ slug: "category" });
    expect(await menu()).toEqual(["attars-itrs", "attars-itrs-2", "category"]);
    const roses = await create("Roses", attars._id);
    expect((await tree())[0]).toMatchObject({ slug: "attars-itrs", subcategories: [{ slug: "roses" }] });
    // There are two levels.
    const deep = await editor.send("POST", "/categories", { name: "Deep", parent: roses._id });
    expect(deep).toMatchObject({ status: 422, body: { errors: [{ field: "parent" }] } });
    const own = await change(attars._id, { version: attars.version, parent: (await tree())[1]._id });
    expect(own).toMatchObject({
      status: 422,
      body: { errors: [{ field: "parent", message: expect.stringMatching(/^Has/) }] },
    });
  });

  it("redirects its former slugs, for its page, its listing and the settings", async () => {
    const perfumes = await create("Perfumes");
    const productId = await makeProduct(shop, { slug: "khus", categoryId: Number(perfumes._id) });
    const move = async (slug: string) => {
      const { version } = await read(perfumes._id);
      return change(perfumes._id, { version, slug });
    };
    expect((await move("scents")).body.data).toMatchObject({ slug: "scents", formerSlugs: ["perfumes"] });
    expect((await move("ruh")).body.data).toMatchObject({ slug: "ruh", formerSlugs: ["perfumes", "scents"] });
    for (const slug of ["perfumes", "scents", "ruh"]) {
      expect((await shop.get(`/api/category/${slug}`)).body.data).toMatchObject({ slug: "ruh", name: "Perfumes" });
      expect((await shop.get(`/api/product?category=${slug}`)).body.data).toMatchObject([{ slug: "khus" }]);
    }
    expect(await findUnknownCategories(shop.db, ["perfumes", "ruh", "gone"])).toEqual(["gone"]);
    expect((await categorySlugsOf(shop.db, [productId])).sort()).toEqual(["perfumes", "ruh", "scents"]);
    // Back again: no redirect to itself.
    expect((await move("perfumes")).body.data.formerSlugs).toEqual(["ruh", "scents"]);
    expect(await move("attars-itrs")).toMatchObject({ status: 409, body: { errors: [{ field: "slug" }] } });
    expect(await move("Not a slug")).toMatchObject({ status: 422, body: { errors: [{ field: "slug" }] } });
    // A former address that a new category takes is its own.
    const { body } = await editor.send("POST", "/categories", { name: "Scents" });
    expect(body.data.slug).toBe("scents-2");
    expect((await change(body.data._id, { version: 1, slug: "scents" })).body.data.slug).toBe("scents");
    expect((await shop.get("/api/category/scents")).body.data.name).toBe("Scents");
    expect((await read(perfumes._id)).formerSlugs).toEqual(["ruh"]);
  });

  it("moves with its products, behind its new siblings", async () => {
    const [one, two] = [await create("One"), await create("Two")];
    const leaf = await create("Leaf", one._id);
    await makeProduct(shop, { slug: "leafy", categoryId: Number(one._id), subcategoryId: Number(leaf._id) });
    const moved = await change(leaf._id, { version: leaf.version, parent: two._id });
    expect(moved.body.data).toMatchObject({ parent: two._id, products: 1 });
    expect(await placeOf("leafy")).toEqual({ category_id: Number(two._id), subcategory_id: Number(leaf._id) });
    const up = await change(leaf._id, { version: moved.body.data.version, parent: null });
    expect(up.body.data.parent).toBeNull();
    expect(await placeOf("leafy")).toEqual({ category_id: Number(leaf._id), subcategory_id: null });
    expect((await menu()).at(-1)).toBe("leaf");
  });

  it("has texts for search engines and a picture, which category files hold too", async () => {
    const soaps = await create("Soaps");
    const file = new FormData();
    const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#3b6b52" } })
      .png()
      .toBuffer();
    file.append("file", new Blob([new Uint8Array(picture)]), "x.png");
    const { path } = (await editor.send("POST", "/category-pictures", file)).body.data;
    const { body } = await change(soaps._id, {
      version: soaps.version,
      description: "Cut by hand.",
      metaTitle: "Handmade soap",
      metaDescription: "Soap that is cut by hand.",
      image: { path, alt: "A cake of soap" },
    });
    expect(body.data).toMatchObject({ image: { path, alt: "A cake of soap", width: 90 }, metaTitle: "Handmade soap" });
    expect((await shop.get("/api/category/soaps")).body.data).toMatchObject({
      description: "Cut by hand.",
      metaTitle: "Handmade soap",
      image: { path },
    });
    const { version } = body.data;
    for (const image of ["/catalogue/x.00000000.png", "../../etc/passwd", "/categories/../x.png"])
      expect((await change(soaps._id, { version, image: { path: image, alt: "x" } })).body.errors).toMatchObject([
        { field: "image.path" },
      ]);
    const without = await change(soaps._id, { version, image: null, metaTitle: "" });
    expect(without.body.data).toMatchObject({ image: null, metaTitle: "" });
  });

  it("rejects invalid values, naming the field", async () => {
    const { _id, version } = await create("Limits");
    for (const [field, value] of [
      ["name", ""],
      ["name", "x".repeat(60_000)],
      ["name", null],
      ["description", "x".repeat(1001)],
      ["metaTitle", "x".repeat(71)],
      ["metaDescription", 5],
      ["slug", "x".repeat(121)],
      ["parent", "999999999"],
      ["parent", "1; drop table category"],
    ] as const)
      expect({ field, ...(await change(_id, { version, [field]: value })) }).toMatchObject({
        status: 422,
        body: { errors: [{ field }] },
      });
    expect((await change(_id, { version, name: "Nul\u0000l" })).body.data.name).toBe("Nul l");
    expect((await editor.send("GET", "/categories/999999999")).status).toBe(404);
  });

  it("is not overwritten from an older version", async () => {
    const made = await create("Contested");
    const both = await Promise.all(["Mine", "Theirs"].map((name) => change(made._id, { version: made.version, name })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(made._id)).version).toBe(2);
    const { entries } = (await owner.send("GET", `/audit?subject=category&id=${made._id}`)).body.data;
    expect(entries).toMatchObject([
      { action: "category.changed", actor: "Content Rao", before: { name: "Contested" } },
      { action: "category.created", after: { slug: "contested" } },
    ]);
  });
});

describe("the order", () => {
  it("changes as a whole, if it is still the one that was shown", async () => {
    const ids = (await tree()).map(({ _id }: { _id: string }) => _id);
    const turned = [...ids].reverse();
    const order = (body: object) => editor.send("POST", "/categories/order", body);
    const done = await order({ parent: null, from: ids, to: turned });
    expect(done.body.data.map(({ _id }: { _id: string }) => _id)).toEqual(turned);
    expect((await order({ parent: null, from: ids, to: ids })).status).toBe(409);
    for (const to of [turned.slice(1), [...turned.slice(1), turned[1]], [...turned, "1"]])
      expect((await order({ parent: null, from: turned, to })).status).toBe(422);
    expect((await order({ parent: null, from: turned, to: ids })).status).toBe(200);
  });
});

describe("a deleted category", () => {
  it("gives its products to another one, to which its URL redirects", async () => {
    const [from, to] = [await create("Old Shelf"), await create("New Shelf")];
    const leaf = await create("New Leaf", to._id);
    await makeProduct(shop, { slug: "shelved", categoryId: Number(from._id) });
    expect(await remove(from)).toMatchObject({ status: 422, body: { errors: [{ field: "productsTo" }] } });
    expect((await remove(from, from._id)).status).toBe(422);
    expect((await remove({ ...from, version: 9 }, leaf._id)).status).toBe(409);
    expect((await remove(from, leaf._id)).status).toBe(200);
    expect(await placeOf("shelved")).toEqual({ category_id: Number(to._id), subcategory_id: Number(leaf._id) });
    expect((await shop.get("/api/category/old-shelf")).body.data.slug).toBe("new-leaf");
    expect((await remove(from)).status).toBe(404);
  });

  it("redirects to the category above it if it was empty, and nowhere if there is none", async () => {
    const top = await create("Emptied");
    const sub = await create("Emptied Sub", top._id);
    expect(await remove(top)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("subcategories") },
    });
    expect((await remove(sub)).status).toBe(200);
    expect((await shop.get("/api/category/emptied-sub")).body.data.slug).toBe("emptied");
    expect((await remove(await read(top._id))).status).toBe(200);
    expect((await shop.get("/api/category/emptied-sub")).status).toBe(404);
    expect((await shop.get("/api/category/emptied")).status).toBe(404);
  });

  it("is rejected while a running offer is for it", async () => {
    const offered = await create("Offered");
    const spec = { name: "Ten off", kind: "percentage", percent: 10, categories: ["offered"] };
    await createOffer(shop.db, z.parse(newOffer, spec), new Date());
    expect(await remove(offered)).toMatchObject({ status: 409, body: { message: expect.stringContaining("Ten off") } });
  });
});
