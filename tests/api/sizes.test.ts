/** Products in several sizes. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paise } from "../../server/base/money.ts";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { describeProblem } from "../../server/shop/catalogue/import/csv-table.ts";
import { exportProducts } from "../../server/shop/catalogue/import/export.ts";
import { importProducts } from "../../server/shop/catalogue/import/import.ts";
import { type CsvProduct, csvHeader, writeProducts } from "../../server/shop/catalogue/import/product-columns.ts";
import { buyersOf } from "./buyers.ts";
import { changeVariant, setStock, setUnits, variantsOf } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let made = 0;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

/** A perfume of 50 ml for ₹500 and of 10 ml for ₹200. */
async function sellSizes() {
  made += 1;
  const slug = `perfume-${made}`;
  const small = { label: "10 ml", netQuantity: 10, pricePaise: 20_000, stock: 3, hsn: "33030010", gstPercent: 5 };
  const id = await shoppers.sell({ slug, title: "Perfume", sizes: [small] });
  const [first = 0, second = 0] = await variantsOf(shop, id);
  return { id, slug, first: String(first), small: String(second) };
}

describe("a product in two sizes", () => {
  it("lists each with price, unit quantity and stock, and its lowest price in summaries", async () => {
    const { id, slug, first, small } = await sellSizes();
    const { data } = (await shop.get(`/api/product/${slug}`)).body;
    expect(data).toMatchObject({
      _id: id,
      price: 500,
      lowestPrice: 200,
      highestPrice: 500,
      sizes: ["50 ml", "10 ml"],
      variant_id: first,
    });
    expect(data.variants).toMatchObject([
      { _id: first, label: "50 ml", price: 500, netQuantity: { value: 50, unit: "ml" }, lowStock: null },
      { _id: small, label: "10 ml", price: 200, netQuantity: { value: 10, unit: "ml" }, lowStock: 3 },
    ]);
  });

  it("is shown in its first size in stock wherever it is one line, and listed by the price of what can be bought", {
    meta: { requirements: "R38" },
  }, async () => {
    const { id, slug, first, small } = await sellSizes();
    const asha = await shoppers.buyer({});
    const setStockOf = (variantId: string, quantity: number) => setUnits(shop, Number(variantId), quantity);
    /** The product's page, a listing and the products of a guest's wishlist; all of them may be cached. */
    const shown = async () => {
      const paths = [`product/${slug}`, "product?perPage=100", `wishlist?ids=${id}`];
      const bodies = await Promise.all(paths.map(async (path) => (await shop.get(`/api/${path}`)).body.data));
      return bodies.flatMap((data) => (Array.isArray(data) ? data.filter(({ _id }) => _id === id) : [data]));
    };
    const expectShown = async (product: object) =>
      expect(await shown()).toEqual(Array(3).fill(expect.objectContaining({ ...product, variant_id: first })));

    const large = { price: 500, lowestPrice: 200, shownSize: { variant_id: first, label: "50 ml" } };
    await expectShown({ ...large, availability: "in_stock" });
    await setStockOf(first, 0);
    const other = { price: 200, lowestPrice: 200, shownSize: { variant_id: small, label: "10 ml" } };
    await expectShown({ ...other, availability: "in_stock" });
    // product_id alone still means the first size.
    expect((await asha.post("cart", { product_id: id })).status).toBe(422);
    expect((await asha.post("cart", { product_id: id, variant_id: small })).status).toBe(200);
    // Nobody is promised the price of a sold-out size.
    await setStockOf(first, 3);
    await setStockOf(small, 0);
    await expectShown({ ...large, lowestPrice: 500, availability: "in_stock" });
    await setStockOf(first, 0);
    await expectShown({ ...large, availability: "out_of_stock" });
  });

  it("is filtered and sorted by its lowest price", async () => {
    const { slug } = await sellSizes();
    const other = await shoppers.sell({ slug: `other-${made}`, pricePaise: 30_000 });
    const slugsOf = async (query: string) =>
      (await shop.get(`/api/product?perPage=50&${query}`)).body.data.map((one: { slug: string }) => one.slug);
    expect(await slugsOf("max_price=250")).toContain(slug);
    expect(await slugsOf("min_price=400")).not.toContain(slug);
    const sorted = await slugsOf("price_sort=asc");
    expect(sorted.indexOf(slug)).toBeLessThan(sorted.indexOf(`other-${made}`));
    expect(other).toBeDefined();
  });

  it("is listed under each of its sizes while they are on sale", async () => {
    const { slug, small } = await sellSizes();
    const slugsOf = async (query: string) =>
      (await shop.get(`/api/product?perPage=100&${query}`)).body.data.map((one: { slug: string }) => one.slug);
    expect(await slugsOf("sizes=10%20ml")).toContain(slug);
    expect(await slugsOf("sizes=50%20ml,7%20ml")).toContain(slug);
    expect(await slugsOf("sizes=7%20ml")).toEqual([]);
    await changeVariant(shop, Number(small), { onSale: false });
    expect(await slugsOf("sizes=10%20ml")).not.toContain(slug);
  });

  it("is two items in the cart; product_id alone means the first size", async () => {
    const { id, small } = await sellSizes();
    const asha = await shoppers.buyer({ [id]: 2 });
    await asha.post("cart", { product_id: id, variant_id: small });
    const cart = await asha.cart();
    expect(cart).toMatchObject({ productIds: [id], count: 2, totalPrice: 1200 });
    expect(cart.quantities).toEqual([
      { product_id: id, quantity: 2 },
      { product_id: id, variant_id: small, quantity: 1 },
    ]);
    expect(cart.data).toMatchObject([
      { product: { _id: id, size: "50 ml", price: 500 }, quantity: 2 },
      { product: { _id: id, size: "10 ml", price: 200, variant_id: small }, quantity: 1, max: 3 },
    ]);
    const removed = await shoppers.people.send("DELETE", `cart/${id}?variant_id=${small}`, undefined, {
      token: asha.token,
    });
    expect(removed.body.data.quantities).toEqual([{ product_id: id, quantity: 2 }]);
  });

  it("says that only one size is out of stock, while the other can be added", async () => {
    const { id, small } = await sellSizes();
    await setStock(shop, id, 0);
    const asha = await shoppers.buyer({});
    expect(await asha.post("cart", { product_id: id })).toMatchObject({
      status: 422,
      body: { code: "out_of_stock", message: "This size is out of stock. Please choose another." },
    });
    expect((await asha.post("cart", { product_id: id, variant_id: small })).status).toBe(200);
  });

  it("is ordered with the price, tax and name of each size, and bought again in the same sizes", async () => {
    const { id, small } = await sellSizes();
    const asha = await shoppers.buyer({ [id]: 1 });
    await asha.post("cart", { product_id: id, variant_id: small, quantity: 2 });
    const { orderNumber } = await asha.buy();
    const { data } = (await asha.get(`order/${orderNumber}`)).body;
    expect(data.items).toMatchObject([
      { product: { size: "50 ml", price: 500 }, quantity: 1 },
      { product: { size: "10 ml", price: 200 }, quantity: 2 },
    ]);
    // 500 × 18/118 = 76.27 and 400 × 5/105 = 19.05.
    expect(data).toMatchObject({ totalPrice: 900, tax: 95.32 });
    await changeVariant(shop, Number(small), { onSale: false });
    const again = await asha.post(`order/${orderNumber}/again`);
    expect(again.body.data).toMatchObject({ count: 1, problems: ["Perfume: This size is no longer available."] });
  });

  it("says which sizes the customer has, or that are on their way", async () => {
    const { id, first, small } = await sellSizes();
    const asha = await shoppers.buyer({ [id]: 1 });
    const bought = async () => (await asha.get(`order/bought?product_id=${id}`)).body.data;
    const { orderNumber } = await asha.buy();
    expect(await bought()).toEqual([
      { variant_id: first, size: "50 ml", orderedAt: expect.any(String), deliveredAt: null },
    ]);
    await shop.db.execute(
      sql`update customer_order set state = 'delivered', delivered_at = '2026-03-05T10:00:00Z' where number = ${orderNumber}`,
    );
    await asha.post("cart", { product_id: id, variant_id: small });
    const second = await asha.buy();
    expect(await bought()).toMatchObject([
      { size: "10 ml", deliveredAt: null },
      { size: "50 ml", deliveredAt: "2026-03-05T10:00:00.000Z" },
    ]);
    await asha.post(`order/${second.orderNumber}/cancel`);
    expect(await bought()).toMatchObject([{ size: "50 ml" }]);
    const other = await shoppers.buyer();
    expect((await other.get(`order/bought?product_id=${id}`)).body.data).toEqual([]);
    expect((await shop.get(`/api/order/bought?product_id=${id}`)).status).toBe(401);
  });

  it("rejects a size of another product, and one that is not on sale", async () => {
    const [one, other] = [await sellSizes(), await sellSizes()];
    const asha = await shoppers.buyer();
    const error = {
      errors: [{ field: "variant_id", message: "This size is no longer available." }],
      code: "not_found",
    };
    const add = (variant_id: string) => asha.post("cart", { product_id: one.id, variant_id });
    expect(await add(other.small)).toMatchObject({ status: 404, body: error });
    await changeVariant(shop, Number(one.small), { onSale: false });
    expect(await add(one.small)).toMatchObject({ status: 404, body: error });
    expect(await add("x")).toMatchObject({ status: 422 });
  });

  it("sells out one size at a time", async () => {
    const { id, slug, small } = await sellSizes();
    const asha = await shoppers.buyer();
    await asha.post("cart", { product_id: id, variant_id: small, quantity: 3 });
    await asha.buy();
    const { data } = (await shop.get(`/api/product/${slug}`)).body;
    expect(data.availability).toBe("in_stock");
    expect(data.variants).toMatchObject([
      { availability: "in_stock" },
      { availability: "out_of_stock", lowStock: null },
    ]);
  });
});

describe("a product file", () => {
  const importText = async (text: string) => {
    const file = join(shop.dataDir, "sizes.csv");
    await writeFile(file, text);
    const media = createMediaLibrary({ DATA_DIR: shop.dataDir });
    const result = await importProducts(shop.db, { file, media, actor: COMMAND_ACTOR, onProgress: () => {} });
    return result.imported ? result : result.problems.map(describeProblem);
  };
  const exported = async (): Promise<CsvProduct[]> => {
    const rows: CsvProduct[] = [];
    await exportProducts(shop.db, async (batch) => void rows.push(...batch));
    return rows;
  };
  const asText = (rows: readonly CsvProduct[]) =>
    [csvHeader(), ...writeProducts(rows)].map((cells) => cells.map((cell) => `"${cell}"`).join()).join("\n");

  it("is in the audit log with the prices, rates, stock and state that it changes, size by size", async () => {
    const { id, slug } = await sellSizes();
    const [large, small] = (await exported()).filter((row) => row.slug === slug).map(({ sku }) => sku);
    const text = `slug,sku,price,gst_percent,gst_valid_from,stock,stock_before,state
${slug},${large},490,18,,5,10,draft
${slug},${small},200,12,2099-04-01,3,3,draft
`;
    expect(await importText(text)).toMatchObject({ imported: true, added: 0, changed: 1 });
    const [last, entry] = await rowsOf(
      shop,
      sql`select actor, action, before, after from audit_entry order by id desc limit 2`,
    );
    expect(entry).toEqual({
      actor: "Command",
      action: "product.changed",
      before: { state: "published", [`${large}`]: { price: 500, available: 10 }, [`${small}`]: { laterRates: [] } },
      after: {
        state: "draft",
        [`${large}`]: { price: 490, available: 5 },
        [`${small}`]: { laterRates: [{ from: "2099-04-01", percent: 12 }] },
      },
    });
    const columns = ["slug", "sku", "price", "gst_percent", "gst_valid_from", "stock", "stock_before", "state"];
    expect(last).toMatchObject({
      action: "products.imported",
      after: { file: "sizes.csv", columns: expect.arrayContaining(columns), added: 0, changed: 1 },
    });
    await importText(`slug,title\n${slug},Another title\n`);
    expect(
      await rowsOf(shop, sql`select id from audit_entry where subject_type = 'product' and subject_id = ${String(id)}`),
    ).toHaveLength(1);
    await shop.db.execute(sql`update product set state = 'published' where id = ${id}`);
  });

  it("has one row a size, and changes nothing when it is imported as it was exported", async () => {
    const { slug } = await sellSizes();
    const before = await exported();
    expect(before.filter((row) => row.slug === slug).map(({ label, gstPercent }) => [label, gstPercent])).toEqual([
      ["50 ml", 18],
      ["10 ml", 5],
    ]);
    expect(await importText(asText(before))).toMatchObject({ added: 0, changed: 0 });
    expect(await exported()).toEqual(before);
  });

  it("adds and changes sizes by their SKU", async () => {
    const { slug } = await sellSizes();
    const [whole] = (await exported()).filter((row) => row.slug === slug);
    if (!whole) throw new Error("the product was not exported");
    const large = { ...whole, sku: `LARGE-${slug}`, label: null, netQuantity: 100, position: null, stock: 4 };
    const text = asText([{ ...whole, pricePaise: paise(45_000) }, large]);
    expect(await importText(text)).toMatchObject({ added: 0, changed: 1 });
    const { data } = (await shop.get(`/api/product/${slug}`)).body;
    expect(data).toMatchObject({ price: 450, sizes: ["50 ml", "10 ml", "100 ml"] });
    expect(data.variants[2]).toMatchObject({ sku: `LARGE-${slug}`, price: 500, lowStock: 4 });
  });

  it("without SKUs means each product's first size", async () => {
    const { slug } = await sellSizes();
    expect(await importText(`slug,price,packs_carry_mrp,stock,stock_before\n${slug},700,yes,0,10\n`)).toMatchObject({
      changed: 1,
    });
    const { data } = (await shop.get(`/api/product/${slug}`)).body;
    expect(data).toMatchObject({ price: 200, lowestPrice: 200, availability: "in_stock" });
    expect(data.variants[0]).toMatchObject({ price: 700 });
    expect(data.variants.map((one: { availability: string }) => one.availability)).toEqual([
      "out_of_stock",
      "in_stock",
    ]);
  });

  it("reports sizes that do not fit", async () => {
    const { slug } = await sellSizes();
    expect(
      await importText(`slug,sku,size,title\n${slug},SKU-${slug},10 ml,Perfume\n${slug},NEW-1,10 ml,Other\n`),
    ).toEqual([
      `row 3 (${slug}), title: differs from row 2; leave it empty`,
      `row 3 (${slug}), size: "10 ml" is in row 2 already`,
    ]);
    expect(await importText(`slug,sku,size\n${slug},SKU-${slug},10 ml\n`)).toEqual([
      `row 2 (${slug}), size: "10 ml" is another size of this product`,
    ]);
  });

  it("keeps SKUs that a spreadsheet has changed out, with their rows and the way out", async () => {
    const { slug } = await sellSizes();
    const header = "slug,sku,size,price";
    expect(await importText(`${header}\n${slug},00123,50 ml,500\n${slug},12E5,10 ml,200\n`)).toMatchObject({
      changed: 1,
    });
    const wayOut = "format the column as text before you paste or type it, or change the SKU on the product’s page";
    expect(await importText(`${header}\n${slug},123,50 ml,490\n${slug},1200000,10 ml,190\n`)).toEqual([
      `row 2 (${slug}), sku: "123" is what a spreadsheet makes of "00123"; ${wayOut}`,
      `row 3 (${slug}), sku: "1200000" is what a spreadsheet makes of "12E5"; ${wayOut}`,
    ]);
    // Without the size it would be a new one.
    expect(await importText(`slug,sku,price\n${slug},123,510\n`)).toContain(
      `row 2 (${slug}), sku: "123" is what a spreadsheet makes of "00123"; ${wayOut}`,
    );
    expect(await importText(`${header}\n${slug},124,50 ml,500\n`)).toMatchObject({ changed: 1 });
    expect(await importText(`${header}\nnew-${slug},1.23457E+12,50 ml,500\n`)).toContain(
      `row 2 (new-${slug}), sku: "1.23457E+12" is what a spreadsheet makes of a SKU of digits; ${wayOut}`,
    );
  });

  it("changes a GST rate from today on, or from a day to come", async () => {
    const { slug } = await sellSizes();
    expect(await importText(`slug,gst_percent\n${slug},12\n`)).toMatchObject({ changed: 1 });
    expect(await importText(`slug,gst_percent,gst_valid_from\n${slug},40,2099-04-01\n`)).toMatchObject({ changed: 1 });
    const [row] = (await exported()).filter((one) => one.slug === slug);
    expect(row).toMatchObject({ gstPercent: 12, gstValidFrom: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) });
  });
});
