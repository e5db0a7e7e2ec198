/** Staff writes, publishes and hides products in the back office. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPreviewToken } from "../../server/shop/catalogue/editing/preview.ts";
import { publishProductTask } from "../../server/shop/catalogue/editing/product-state.ts";
import { buyersOf } from "./buyers.ts";
import { makeCategory } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop({
    environment: { MANUFACTURER: "Kewra Distillery|Lucknow 226001", SHOP_PHONE: "+91 522 400 1416" },
  });
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  await makeCategory(shop, { slug: "perfumes", name: "Perfumes" });
});
afterAll(() => shop?.close());

const SIZE = {
  price: 749.5,
  originalPrice: 999,
  netQuantity: 50,
  netQuantityUnit: "ml",
  hsn: "33030040",
  gstPercent: 18,
};
async function create(title: string, size: object = {}) {
  const body = { title, category: "perfumes", size: { ...SIZE, ...size } };
  const created = await owner.send("POST", "/products", body);
  expect(created.body.errors ?? created.body.message ?? []).toEqual([]);
  return created.body.data;
}
const read = async (id: string) => (await owner.send("GET", `/products/${id}`)).body.data;
const change = (id: string, body: object, who = owner) => who.send("PATCH", `/products/${id}`, body);
const setState = (id: string, body: object) => owner.send("POST", `/products/${id}/state`, body);
async function complete(product: { _id: string; version: number }) {
  return (await change(product._id, { version: product.version, countryOfOrigin: "India", shelfLifeMonths: 36 })).body
    .data;
}
async function publish(title: string, size?: object) {
  const complete_ = await complete(await create(title, size));
  const published = await setState(complete_._id, { version: complete_.version, state: "published" });
  expect(published.body.data).toMatchObject({ state: "published", missing: [] });
  return published.body.data;
}
const listed = async () =>
  (await shop.get("/api/product?perPage=100")).body.data.map(({ slug }: { slug: string }) => slug);
const shown = async (slug: string) => (await shop.get(`/api/product/${slug}`)).status;

describe("a draft", () => {
  it("names the invalid fields of its first size", async () => {
    const size = { ...SIZE, originalPrice: 700, price: 749.5 };
    const { body } = await owner.send("POST", "/products", { title: "Wrong", category: "perfumes", size });
    expect(body.errors).toMatchObject([{ field: "size.originalPrice" }]);
    expect((await owner.send("GET", "/products?q=wrong")).body.data.products).toEqual([]);
  });

  it("has its sizes, their SKUs, units and lots, and its facts by one request, or nothing of it", async () => {
    const LOT = { lot: "AR-1", lifeKind: "use_before", lifeMonth: "2031-03", manufacturedOn: "2026-11-01" };
    const body = {
      title: "Attar Rosa",
      category: "perfumes",
      countryOfOrigin: "India",
      shelfLifeMonths: 36,
      size: { ...SIZE, netQuantity: 6, stock: { units: 12, ...LOT } },
      moreSizes: [
        { ...SIZE, netQuantity: 12, stock: { units: 5 } },
        { ...SIZE, netQuantity: 12, label: "12 ml, boxed" },
      ],
    };
    const late = { ...SIZE, netQuantity: 24, stock: { units: 1, lifeKind: "expiry", lifeMonth: "2031-03" } };
    const wrong = await owner.send("POST", "/products", { ...body, moreSizes: [...body.moreSizes, late] });
    expect(wrong.body.errors).toMatchObject([{ field: "moreSizes.2.stock.lot" }]);
    const same = await owner.send("POST", "/products", { ...body, moreSizes: [{ ...SIZE, netQuantity: 6 }] });
    expect(same.body.errors).toMatchObject([{ field: "moreSizes.0.label" }]);
    expect((await owner.send("GET", "/products?q=rosa")).body.data.products).toEqual([]);
    const content = await signInAs(shop, "Content");
    expect((await content.send("POST", "/products", body)).body.code).toBe("permission_missing");

    const { data } = (await owner.send("POST", "/products", body)).body;
    expect(data).toMatchObject({ state: "draft", missing: [], countryOfOrigin: "India", shelfLifeMonths: 36 });
    const sizes = data.sizes.map((one: { sku: string; label: string; available: number; hsn: string }) => [
      one.sku,
      one.label,
      one.available,
      one.hsn,
    ]);
    expect(sizes).toEqual([
      ["ATTAR-ROSA", "6 ml", 12, "33030040"],
      ["ATTAR-ROSA-12ML", "12 ml", 5, "33030040"],
      ["ATTAR-ROSA-12ML-2", "12 ml, boxed", 0, "33030040"],
    ]);
    expect((await owner.send("GET", "/stock/ATTAR-ROSA")).body.data.lots).toMatchObject([
      { number: "AR-1", onHand: 12 },
    ]);
  });

  it("is hidden from the shop until it is published, and again once it is archived", async () => {
    const draft = await create("Ruh Khus");
    expect(draft).toMatchObject({
      slug: "ruh-khus",
      state: "draft",
      sizes: [{ sku: "RUH-KHUS", label: "50 ml", price: 749.5, originalPrice: 999, gstPercent: 18, available: 0 }],
      missing: [{ field: "countryOfOrigin" }, { field: "shelfLifeMonths" }],
      lastChange: { by: "Owner Rao" },
    });
    const { _id: variantId } = draft.sizes[0];
    await owner.send("POST", `/sizes/${variantId}/stock`, { seen: 0, available: 9 });
    const asha = await shoppers.buyer();
    const add = () => asha.add(draft._id);
    const isHidden = async () => {
      expect(await shown("ruh-khus")).toBe(404);
      expect(await listed()).not.toContain("ruh-khus");
      // Neither found by a word, a SKU or a size, nor counted.
      for (const typed of ["khus", "RUH-KHUS", "50ml"])
        expect((await shop.get(`/api/product?search=${typed}`)).body, typed).toMatchObject({
          data: [],
          totalData: 0,
          facets: { sizes: [] },
        });
      expect((await shop.get(`/api/review?product_id=${draft._id}`)).status).toBe(404);
      expect((await shop.get(`/api/wishlist?ids=${draft._id}`)).body.data ?? []).toEqual([]);
      expect((await shop.get("/sitemaps/products-1.xml")).body).not.toContain("ruh-khus");
      expect((await add()).status).toBe(404);
    };
    await isHidden();

    const lacking = await setState(draft._id, { version: draft.version, state: "published" });
    expect(lacking).toMatchObject({
      status: 422,
      body: { errors: [{ field: "countryOfOrigin" }, { field: "shelfLifeMonths" }] },
    });
    const ready = await complete(draft);
    const published = (await setState(draft._id, { version: ready.version, state: "published" })).body.data;
    expect(await shown("ruh-khus")).toBe(200);
    expect(await listed()).toContain("ruh-khus");
    expect((await shop.get("/api/product?search=khus")).body.data).toMatchObject([
      { slug: "ruh-khus", lowestPrice: 749.5 },
    ]);
    expect((await add()).status).toBe(200);

    await setState(draft._id, { version: published.version, state: "archived" });
    await isHidden();
    const cart = (await shoppers.people.get("cart", asha.token)).body;
    expect(cart).toMatchObject({ payable: false, data: [{ notices: ["gone"], product: { title: "Ruh Khus" } }] });
  });

  it("is published at its time", async () => {
    const draft = await complete(await create("Mitti"));
    const schedule = (publishAt: string) =>
      setState(draft._id, { version: draft.version, state: "scheduled", publishAt });
    expect((await schedule("2020-01-01T00:00:00Z")).body.errors).toMatchObject([{ field: "publishAt" }]);
    const ahead = new Date(Date.now() + 60_000).toISOString();
    expect((await schedule(ahead)).body.data).toMatchObject({ state: "scheduled", publishAt: ahead });
    const jobs = await rowsOf(shop, sql`select payload, run_at from job where key = ${`publish_product ${draft._id}`}`);
    expect(jobs).toHaveLength(1);
    const task = publishProductTask(shop.db, async () => ({
      manufacturer: ["Kewra"],
      importer: [],
      phone: "1",
      email: "a@b",
      hsnDigits: 4 as const,
    }));
    const attempt = { attempts: 1, lastError: null, stopping: new AbortController().signal };
    const run = () => task.run({ productId: Number(draft._id) }, attempt);
    expect(await run()).toEqual(new Date(ahead));
    expect(await shown("mitti")).toBe(404);
    await shop.db.execute(sql`update product set publish_at = now() where id = ${draft._id}`);
    expect(await run()).toBeNull();
    expect(await shown("mitti")).toBe(200);
    expect(await read(draft._id)).toMatchObject({
      state: "published",
      publishAt: null,
      lastChange: { by: "Schedule" },
    });
  });
});

describe("a change", () => {
  it("stores what it names and nothing else, and shows at once", async () => {
    const product = await publish("Gulab");
    const images = await rowsOf(shop, sql`select images from product where id = ${product._id}`);
    const changed = await change(product._id, {
      version: product.version,
      subTitle: "Rose\u0000 of dawn",
      keyBenefits: ["Lasts | all day", "Two\nlines"],
      sizes: [{ _id: product.sizes[0]._id, price: 699 }],
    });
    expect(changed.body.data).toMatchObject({
      title: "Gulab",
      subTitle: "Rose  of dawn",
      keyBenefits: ["Lasts | all day", "Two\nlines"],
      countryOfOrigin: "India",
      sizes: [{ price: 699, originalPrice: 999, gstPercent: 18, hsn: "33030040" }],
    });
    expect(changed.body.data.version).toBeGreaterThan(product.version);
    expect(await rowsOf(shop, sql`select images from product where id = ${product._id}`)).toEqual(images);
    expect((await shop.get("/api/product/gulab")).body.data).toMatchObject({ price: 699, sub_title: "Rose  of dawn" });
    const { entries } = (await owner.send("GET", `/audit?subject=product&id=${product._id}`)).body.data;
    expect(entries[0]).toMatchObject({
      action: "product.changed",
      actor: "Owner Rao",
      before: { subTitle: "", GULAB: { price: 749.5 } },
      after: { subTitle: "Rose  of dawn", GULAB: { price: 699 } },
    });
  });

  it("is rejected on an older version, and when a published product would lack a required field", async () => {
    const product = await publish("Chandan");
    const both = await Promise.all(
      ["One", "Two"].map((subTitle) => change(product._id, { version: product.version, subTitle })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { version, subTitle } = await read(product._id);
    const emptied = await change(product._id, { version, countryOfOrigin: "", subTitle: "Three" });
    expect(emptied).toMatchObject({ status: 422, body: { errors: [{ field: "countryOfOrigin" }] } });
    expect(await read(product._id)).toMatchObject({ version, subTitle, countryOfOrigin: "India" });
  });

  it("needs a common name, its own or that of its category, which its title is not", async () => {
    const kind = await makeCategory(shop, { slug: "resins", name: "Resins", commonName: null });
    const draft = await complete(await create("Loban Gold"));
    const moved = (await change(draft._id, { version: draft.version, category: "resins" })).body.data;
    expect(moved.missing).toMatchObject([{ field: "commonName" }]);
    expect(await setState(draft._id, { version: moved.version, state: "published" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "commonName", message: expect.stringContaining("here or for its category") }] },
    });
    const { version } = (await owner.send("GET", `/categories/${kind}`)).body.data;
    const named = await owner.send("PATCH", `/categories/${kind}`, { version, commonName: "Incense" });
    expect(named.body.data).toMatchObject({ commonName: "Incense" });
    const published = await setState(draft._id, { version: moved.version, state: "published" });
    expect(published.body.data).toMatchObject({ missing: [], commonName: "" });
    expect((await shop.get("/api/product/loban-gold")).body.data.commonName).toBe("Incense");
    const own = { version: published.body.data.version, commonName: "Frankincense" };
    expect((await change(draft._id, own)).body.data).toMatchObject({ commonName: "Frankincense" });
    expect((await shop.get("/api/product/loban-gold")).body.data.commonName).toBe("Frankincense");
    // As a shop is after an upgrade: what lacks it stays in the shop, and can be changed in other ways.
    await shop.db.execute(sql`update category set common_name = null where id = ${kind}`);
    await shop.db.execute(sql`update product set common_name = null where slug = 'loban-gold'`);
    const old = (await owner.send("GET", `/products/${draft._id}`)).body.data;
    expect(old.missing).toMatchObject([{ field: "commonName" }]);
    const renamed = await change(draft._id, { version: old.version, title: "Loban, gold" });
    expect(renamed.body.data).toMatchObject({ state: "published", title: "Loban, gold" });
    const unnamed = await change(draft._id, { version: renamed.body.data.version, countryOfOrigin: "" });
    expect(unnamed.body.errors).toMatchObject([{ field: "countryOfOrigin" }]);
  });

  it("that is a set names each product with its quantity", async () => {
    const draft = await create("Box of Two");
    const wrong = await change(draft._id, { version: draft.version, setContents: ["Rose 2 ml", "Two vials"] });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: [{ field: "setContents.1", message: expect.stringContaining("such as Rose Attar 2 ml") }] },
    });
    const setContents = ["Rose 2 ml", "Neem Soap 100 g"];
    expect((await change(draft._id, { version: draft.version, setContents })).body.data).toMatchObject({ setContents });
  });

  it("from abroad needs its importer to be published, and keeps one", async () => {
    const draft = await create("Lavande");
    const countries = ["Frnace", "France, India", "N/A"].map((countryOfOrigin) =>
      change(draft._id, { version: draft.version, countryOfOrigin }),
    );
    for (const { status, body } of await Promise.all(countries))
      expect([status, body.errors]).toEqual([
        422,
        [{ field: "countryOfOrigin", message: "Please name one country, such as India or France." }],
      ]);
    const abroad = { version: draft.version, countryOfOrigin: "made in FRANCE", shelfLifeMonths: 36 };
    const french = (await change(draft._id, { ...abroad, manufacturer: "Maison Fleur, Grasse" })).body.data;
    const importer = {
      field: "importer",
      message: "Name and address of the importer, since it comes from France, here or in the setting IMPORTER.",
    };
    expect(french).toMatchObject({ countryOfOrigin: "France", missing: [importer] });
    const publish = (version: number) => setState(draft._id, { version, state: "published" });
    const message =
      "Missing: name and address of the importer, since it comes from France, here or in the setting IMPORTER.";
    expect(await publish(french.version)).toMatchObject({
      status: 422,
      body: { errors: [{ field: "importer", message }] },
    });
    const named = await change(draft._id, { version: french.version, importer: "Import House, Mumbai 400001" });
    expect(named.body.data).toMatchObject({ importer: "Import House, Mumbai 400001", packer: "", missing: [] });
    const { version } = (await publish(named.body.data.version)).body.data;
    expect((await shop.get("/api/product/lavande")).body.data).toMatchObject({
      countryOfOrigin: "France",
      manufacturer: "Maison Fleur, Grasse",
      packer: null,
      importer: "Import House, Mumbai 400001",
    });
    expect(await change(draft._id, { version, importer: " " })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "importer", message }] },
    });
    const { entries } = (await owner.send("GET", `/audit?subject=product&id=${draft._id}`)).body.data;
    expect(JSON.stringify(entries)).toContain("Import House, Mumbai 400001");
  });

  it("has no SKU of another product, however it is spelled and even if both are given it at once", async () => {
    const spellings = ["NEROLI-1", "neroli-1", "Neroli - 1", "NEROLI -1"];
    const products = [];
    for (const spelling of spellings) products.push(await create(`Spelled ${spelling}`));
    const given = await Promise.all(
      products.map(({ _id, version, sizes }, at) =>
        change(_id, { version, sizes: [{ _id: sizes[0]._id, sku: spellings[at] }] }),
      ),
    );
    expect(given.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });

  it("adds a size, takes one off sale, and names an invalid field", async () => {
    const other = await publish("Bela");
    const product = await publish("Juhi");
    const [{ _id: first }] = product.sizes;
    const add = (size: object) =>
      change(product._id, {
        version: product.version,
        sizes: [
          { _id: first, position: 1 },
          { ...SIZE, label: "10 ml", netQuantity: 10, price: 199, originalPrice: null, ...size },
        ],
      });
    expect((await add({ sku: "BELA" })).body.errors).toEqual([
      { field: "sizes.1.sku", message: '"BELA" belongs to the product bela.' },
    ]);
    expect((await add({ sku: "JUHI" })).body.errors).toMatchObject([{ field: "sizes.1.sku" }]);
    expect((await add({ sku: "JUHI-10", label: "50 ml" })).body.errors).toMatchObject([{ field: "sizes.1.label" }]);
    expect((await add({ sku: "JUHI-10", price: 0 })).body.errors).toMatchObject([{ field: "sizes.1.price" }]);
    expect((await add({ sku: "JUHI-10", originalPrice: 100 })).body.errors).toMatchObject([
      { field: "sizes.1.originalPrice" },
    ]);
    const foreign = await change(product._id, {
      version: product.version,
      sizes: [{ _id: other.sizes[0]._id, price: 1 }],
    });
    expect(foreign.body.errors).toMatchObject([{ field: "sizes.0._id" }]);
    const added = (await add({ sku: "JUHI-10", position: 0 })).body.data;
    expect(added.sizes).toMatchObject([
      { sku: "JUHI-10", price: 199, originalPrice: null },
      { sku: "JUHI", price: 749.5 },
    ]);
    const without = await change(product._id, {
      version: added.version,
      sizes: [{ _id: added.sizes[0]._id, onSale: false }],
    });
    expect(without.body.data.sizes[0]).toMatchObject({ onSale: false });
    expect((await shop.get("/api/product/juhi")).body.data.variants).toMatchObject([{ sku: "JUHI" }]);
  });

  it("lets two sizes exchange their names, and a third take the name of one", async () => {
    const product = await publish("Champa", { label: "50 ml" });
    const small = { ...SIZE, sku: "CHAMPA-10", label: "10 ml", netQuantity: 10, price: 199, originalPrice: null };
    const { version, sizes } = (await change(product._id, { version: product.version, sizes: [small] })).body.data;
    const [big, little] = sizes.map(({ _id }: { _id: string }) => _id);
    const swapped = await change(product._id, {
      version,
      sizes: [
        { _id: big, sku: "CHAMPA-10", label: "10 ml" },
        { _id: little, sku: "CHAMPA", label: "50 ml" },
      ],
    });
    expect(swapped.body.data).toMatchObject({
      version: version + 1,
      sizes: [
        { _id: big, sku: "CHAMPA-10", label: "10 ml", price: 749.5 },
        { _id: little, sku: "CHAMPA", label: "50 ml", price: 199 },
      ],
    });
    const taken = await change(product._id, {
      version: swapped.body.data.version,
      sizes: [
        { _id: little, sku: "CHAMPA-5", label: "5 ml" },
        { ...small, sku: "CHAMPA", label: "50 ml" },
      ],
    });
    expect(taken.body.data.sizes).toMatchObject([
      { sku: "CHAMPA-10", label: "10 ml" },
      { sku: "CHAMPA-5", label: "5 ml" },
      { sku: "CHAMPA", label: "50 ml", price: 199 },
    ]);
    expect((await shop.get("/api/product/champa")).body.data.variants).toHaveLength(3);
  });

  it("rejects names that another size has in any spelling; a size stored under such a name keeps it", async () => {
    const other = await publish("Parijat");
    const product = await publish("Bakul");
    const [{ _id }] = product.sizes;
    const size = (given: object) => change(product._id, { version: product.version, sizes: [{ _id, ...given }] });
    expect((await size({ sku: "pari jat" })).body.errors).toEqual([
      { field: "sizes.0.sku", message: '"pari jat" belongs to the product parijat, spelled "PARIJAT".' },
    ]);
    await shop.db.execute(sql`update variant set sku = 'pari jat' where id = ${_id}`);
    const kept = (await size({ price: 700 })).body.data;
    expect(kept).toMatchObject({ version: product.version + 1, sizes: [{ sku: "pari jat", price: 700 }] });
    const own = await change(other._id, {
      version: other.version,
      sizes: [{ _id: other.sizes[0]._id, sku: "Parijat" }],
    });
    expect(own.body.errors).toMatchObject([{ field: "sizes.0.sku" }]);
  });

  it("of nothing keeps the version, and a GST rate counts as a change", async () => {
    const product = await publish("Kamini");
    const [{ _id }] = product.sizes;
    const { title, images, claims } = product;
    const nothing = { title, images, claims, sizes: [{ _id, price: 749.5, gstPercent: 18, barcode: "" }] };
    expect((await change(product._id, { version: product.version, ...nothing })).body.data).toEqual(product);
    const rated = await change(product._id, { version: product.version, sizes: [{ _id, gstPercent: 5 }] });
    expect(rated.body.data).toMatchObject({ version: product.version + 1, sizes: [{ gstPercent: 5, laterRates: [] }] });
    const later = { ...SIZE, sku: "KAMINI-10", label: "10 ml", netQuantity: 10, gstFrom: "2099-01-01" };
    expect((await change(product._id, { version: product.version + 1, sizes: [later] })).body.errors).toEqual([
      { field: "sizes.0.gstFrom", message: "Is after today; a new size needs a rate for today." },
    ]);
    const rates = await rowsOf(
      shop,
      sql`select valid_from::text, percent from gst_rate where variant_id = ${_id} order by 1`,
    );
    expect(rates).toEqual([
      { valid_from: "2017-07-01", percent: 18 },
      { valid_from: expect.any(String), percent: 5 },
    ]);
  });

  it("of prices needs its own permission", async () => {
    const content = await signInAs(shop, "Content");
    const product = await create("Kesar");
    const [{ _id }] = product.sizes;
    const priced = await change(product._id, { version: product.version, sizes: [{ _id, price: 1 }] }, content);
    expect(priced).toMatchObject({ status: 403, body: { code: "permission_missing" } });
    expect(
      (await change(product._id, { version: product.version, sizes: [{ _id, label: "Bottle" }] }, content)).status,
    ).toBe(200);
    expect((await content.send("POST", "/products", { title: "A", category: "perfumes", size: SIZE })).status).toBe(
      403,
    );
  });

  it("of the slug redirects the former one, and updates products that name it", async () => {
    const friend = await publish("Friend");
    const product = await publish("Motia");
    await change(friend._id, {
      version: friend.version,
      pairedWith: ["motia"],
      wearWith: [{ slug: "motia", effect: "warms it" }],
    });
    const renamed = (await change(product._id, { version: product.version, slug: "motia-attar" })).body.data;
    await change(product._id, { version: renamed.version, slug: "motia-ruh" });
    expect(await read(friend._id)).toMatchObject({
      pairedWith: ["motia-ruh"],
      wearWith: [{ slug: "motia-ruh", effect: "warms it" }],
    });
    for (const former of ["motia", "motia-attar"])
      expect((await shop.get(`/api/product/${former}`)).body.data).toMatchObject({ slug: "motia-ruh" });
    const { version } = await read(friend._id);
    expect((await change(friend._id, { version, slug: "motia-ruh" })).body.errors).toMatchObject([{ field: "slug" }]);
    expect((await change(friend._id, { version, slug: "motia" })).status).toBe(200);
    expect((await shop.get("/api/product/motia")).body.data).toMatchObject({ title: "Friend" });
  });
});

it("stock is set only if it is still the number that was shown", async () => {
  const product = await publish("Khus");
  const set = (body: object) => owner.send("POST", `/sizes/${product.sizes[0]._id}/stock`, body);
  expect((await set({ seen: 0, available: 12 })).body.data).toEqual({ available: 12 });
  expect(await set({ seen: 0, available: 5 })).toMatchObject({
    status: 409,
    body: { errors: [{ field: "available" }] },
  });
  expect((await read(product._id)).sizes[0]).toMatchObject({ available: 12 });
  expect((await shop.get("/api/product/khus")).body.data).toMatchObject({ availability: "in_stock" });
});

it("a duplicate is a draft of its own, without stock", async () => {
  const product = await publish("Nargis", { sku: "NARGIS-50" });
  await owner.send("POST", `/sizes/${product.sizes[0]._id}/stock`, { seen: 0, available: 3 });
  const copies = await Promise.all([1, 2].map(() => owner.send("POST", `/products/${product._id}/duplicate`)));
  for (const { body } of copies)
    expect(body.data).toMatchObject({
      title: "Nargis (copy)",
      state: "draft",
      countryOfOrigin: "India",
      sizes: [{ price: 749.5, available: 0 }],
    });
  expect(new Set(copies.map(({ body }) => body.data.slug)).size).toBe(2);
});

it("the list finds drafts, words and SKUs, page by page", async () => {
  const draft = await create("Saffron Night", { sku: "SAF-1" });
  const titles = async (query: string) =>
    (await owner.send("GET", `/products?${query}`)).body.data.products.map(({ title }: { title: string }) => title);
  expect(await titles("tab=drafts")).toContain("Saffron Night");
  expect(await titles("q=saf-1")).toEqual(["Saffron Night"]);
  expect(await titles("q=night+saff")).toEqual(["Saffron Night"]);
  expect(await titles("tab=archived")).toEqual(["Ruh Khus"]);
  expect(await titles(`after=${draft._id}`)).not.toContain("Saffron Night");
  expect(await titles("tab=low_stock")).not.toContain("Khus");
  const counts = (await owner.send("GET", "/products/counts")).body.data;
  expect(counts).toMatchObject({ archived: 1, scheduled: 0 });
});

describe("a picture", () => {
  const upload = async (content: Buffer) => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(content)]), "../../rose.svg");
    return owner.send("POST", "/product-pictures", form);
  };

  it("is recognised by its content, and named by a product with its description", async () => {
    const sharp = (await import("sharp")).default;
    const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#d3c3a8" } })
      .withExif({ IFD0: { Make: "Secret camera" } })
      .png()
      .toBuffer();
    expect((await upload(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).body.errors).toMatchObject([
      { field: "file" },
    ]);
    const { path, width } = (await upload(png)).body.data;
    expect({ path, width }).toEqual({
      path: expect.stringMatching(/^\/catalogue\/product\.[0-9a-f]+\.webp$/),
      width: 300,
    });
    const product = await create("Pictured");
    const put = (images: object[]) => change(product._id, { version: product.version, images });
    expect((await put([{ path, alt: " " }])).body.errors).toMatchObject([{ field: "images.0.alt" }]);
    expect((await put([{ path: "/reviews/other.ab12cd34.webp", alt: "Other" }])).body.errors).toMatchObject([
      { field: "images.0.path" },
    ]);
    expect((await put([{ path, alt: "A bottle" }])).body.data.images).toEqual([
      { path, width: 300, height: 200, alt: "A bottle", color: expect.any(String) },
    ]);
    // A focal point stays until it is removed.
    const focused = async (focus: object) => {
      const { version } = await read(product._id);
      const { body } = await change(product._id, { version, images: [{ path, alt: "A bottle", ...focus }] });
      return body.errors?.[0].field ?? body.data.images[0].focus;
    };
    expect(await focused({ focus: { x: 20, y: 80 } })).toEqual({ x: 20, y: 80 });
    expect(await focused({})).toEqual({ x: 20, y: 80 });
    expect(await focused({ focus: { x: 101, y: 80 } })).toBe("images.0.focus.x");
    expect(await focused({ focus: null })).toBeUndefined();
  });

  it("is cropped into a picture of its own, which names the uncropped one and hides it from shoppers", async () => {
    const sharp = (await import("sharp")).default;
    const red = { create: { width: 100, height: 200, channels: 3 as const, background: "#c03020" } };
    // Red on the left, blue on the right.
    const png = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#2040c0" } })
      .composite([{ input: await sharp(red).png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const { path: of } = (await upload(png)).body.data;
    const crop = async (part: object, path = of) =>
      (await owner.send("POST", "/product-pictures/crop", { path, part })).body;
    const part = { x: 50, y: 25, width: 50, height: 50 };
    const { data } = await crop(part);
    expect(data).toMatchObject({ width: 100, height: 100, path: expect.stringMatching(/^\/catalogue\/product\./) });
    expect(data.path).not.toBe(of);
    const cropped = await sharp((await shop.app.inject(`/media${data.path}`)).rawPayload).stats();
    expect(cropped.channels.map(({ mean }) => mean > 100)).toEqual([false, false, true]);
    expect((await crop({ ...part, x: 60 })).errors[0].message).toBe("The crop leaves the picture.");
    expect((await crop({ ...part, width: 0 })).errors[0].message).toContain("at least 5 %");
    for (const path of ["/catalogue/none.00000000.webp", "/reviews/face.3f2a9c1b.webp", "/../package.json"])
      expect((await crop(part, path)).errors).toMatchObject([{ field: "path" }]);

    const product = await create("Cropped");
    const image = { path: data.path, alt: "A corner", crop: { of, part } };
    const saved = (await change(product._id, { version: product.version, images: [image] })).body.data;
    expect(saved.images).toMatchObject([{ ...image, width: 100 }]);
    const kept = (await change(product._id, { version: saved.version, images: [{ path: data.path, alt: "It" }] })).body;
    expect(kept.data.images[0].crop).toEqual({ of, part });
    const wrong = { ...image, crop: { of: "/reviews/face.3f2a9c1b.webp", part } };
    expect((await change(product._id, { version: kept.data.version, images: [wrong] })).body.errors).toMatchObject([
      { field: "images.0.path" },
    ]);
    await owner.send("POST", `/products/${product._id}/state`, { version: kept.data.version, state: "published" });
    expect(JSON.stringify((await shop.get(`/api/product/${product.slug}`)).body)).not.toContain(of);
  });
});

it("a certificate of a claim is a file for staff alone, and is deleted with the claim", async () => {
  const product = await create("Certified");
  const claim = { claim: "Organic", body: "Lacon", number: "L-77", validUntil: "", url: "" };
  const withClaims = async (claims: object[]) =>
    (await change(product._id, { version: (await read(product._id)).version, claims })).body;
  const path = `/products/${product._id}/claim-proofs`;
  const add = async (content: Buffer | string, number = "L-77", who = owner) => {
    const form = new FormData();
    form.append("body", "Lacon");
    form.append("number", number);
    form.append("file", new Blob([new Uint8Array(Buffer.from(content))]), "../../scan.exe");
    return (await who.send("POST", path, form)).body;
  };
  const pdf = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
  expect((await add(pdf)).errors[0].message).toContain("save the claims first");
  await withClaims([claim]);
  expect((await add(pdf, "L-78")).errors).toMatchObject([{ field: "number" }]);
  for (const content of ["", "MZ\u0000\u0000", "%PDF-1.4 cut", "<svg xmlns='http://www.w3.org/2000/svg'/>"])
    expect((await add(content)).errors).toMatchObject([{ field: "file" }]);
  expect((await add(Buffer.alloc(9 * 1024 * 1024))).code).toBe("payload_too_large");

  const [first] = (await add(pdf)).data;
  expect(first).toMatchObject({ body: "Lacon", number: "L-77", by: "Owner Rao", bytes: pdf.length });
  const open = (id: string, who = owner) => who.send("GET", `${path}/${id}/file`);
  expect(String((await open(first._id)).body)).toContain("%PDF-1.4");
  const packer = await signInAs(shop, "Packer");
  expect([(await open(first._id, packer)).status, (await add(pdf, "L-77", packer)).code]).toEqual([
    403,
    "permission_missing",
  ]);
  expect((await owner.send("GET", `/products/999999/claim-proofs/${first._id}/file`)).status).toBe(404);

  const sharp = (await import("sharp")).default;
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#d3c3a8" } })
    .png()
    .toBuffer();
  const replaced = (await add(png)).data;
  expect(replaced).toHaveLength(1);
  // A change of another part of the claim leaves it; a claim that is removed takes it along.
  await withClaims([{ ...claim, validUntil: "2099-01-01" }]);
  expect((await owner.send("GET", path)).body.data).toHaveLength(1);
  await withClaims([]);
  expect((await owner.send("GET", path)).body.data).toEqual([]);
  expect((await open(replaced[0]._id)).status).toBe(404);

  await withClaims([claim]);
  const [again] = (await add(pdf)).data;
  expect((await owner.send("DELETE", `${path}/${again._id}`)).body.data).toEqual([]);
  expect((await owner.send("DELETE", `${path}/${again._id}`)).status).toBe(404);
  const audit = await rowsOf<{ action: string }>(
    shop,
    sql`select action from audit_entry where subject_id = ${product._id} and action like 'product.proof%' order by id`,
  );
  expect(audit.map(({ action }) => action)).toEqual([
    "product.proof_added",
    "product.proof_added",
    "product.proof_added",
    "product.proof_deleted",
  ]);
});

it("a preview link shows a draft to anyone who has it, until it expires", async () => {
  const draft = await create("Unseen");
  const { path } = (await owner.send("POST", `/products/${draft._id}/preview`)).body.data;
  const open = (token: string) => shoppers.people.post("product-preview", { token });
  const token = path.split("#")[1];
  const shownPreview = await open(token);
  expect(shownPreview).toMatchObject({ status: 200, body: { data: { title: "Unseen", price: 749.5 } } });
  expect(shownPreview.headers["cache-control"]).toBe("no-store");
  const [id, until, signature] = token.split(".");
  for (const forged of [`${Number(id) + 1}.${until}.${signature}`, `${id}.${Number(until) + 1}.${signature}`])
    expect((await open(forged)).status).toBe(404);
  expect(readPreviewToken("another key", token, new Date())).toBeNull();
});
