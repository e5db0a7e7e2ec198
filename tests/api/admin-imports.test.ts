/** Product files in the back office: compared before anything is stored, stored as they were shown, and undone. */

import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import { category, product, variant } from "../../server/platform/database/schema.ts";
import { lockProductNames } from "../../server/platform/database/single-node.ts";
import { addJob } from "../../server/platform/jobs/add-job.ts";
import type { MediaLibrary } from "../../server/platform/media/media-library.ts";
import type { LegalFacts } from "../../server/shop/catalogue/editing/missing-for-sale.ts";
import { compareFile } from "../../server/shop/catalogue/import/compare-file.ts";
import { restoreFile } from "../../server/shop/catalogue/import/import-files.ts";
import { storeLines } from "../../server/shop/catalogue/import/store-lines.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let manager: Awaited<ReturnType<typeof signInAs>>;
/** Uploads the files that are only compared: a member may upload 30 an hour. */
let uploader: typeof manager;

beforeAll(async () => {
  shop = await openShop();
  manager = await signInAs(shop, "Manager");
  uploader = manager;
  const categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  for (const [slug, title] of [
    ["gulab", "Gulab"],
    ["khus", "Khus"],
    ["mitti", "Mitti"],
  ] as const)
    await makeProduct(shop, {
      slug,
      title,
      categoryId,
      sku: `SK-${slug}`,
      pricePaise: 50_000,
      originalPricePaise: 99_900,
      stock: 10,
    });
  await makeProduct(shop, {
    slug: "chandan",
    title: "Chandan",
    categoryId,
    sku: "CH-2",
    label: "2 ml",
    netQuantity: 2,
    pricePaise: 10_000,
    originalPricePaise: 99_900,
    stock: 10,
    sizes: [
      { sku: "CH-6", label: "6 ml", netQuantity: 6, pricePaise: 30_000, originalPricePaise: 99_900 },
      { sku: "CH-12", label: "12 ml", netQuantity: 12, pricePaise: 60_000, originalPricePaise: 99_900 },
    ],
  });
});
afterAll(() => shop?.close());

async function upload(csv: string | Buffer, who = manager) {
  const cookie = [...who.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await shop.app.inject({
    method: "POST",
    url: "/admin/api/imports?name=prices.csv",
    headers: { cookie, origin: SHOP, "content-type": "text/csv" },
    payload: csv,
  });
  return { status: response.statusCode, body: response.json() };
}

type Columns = { heading: string; column: string }[];
/** Waits for the job of an import. */
async function settled(id: string) {
  for (let tries = 0; tries < 2400; tries += 1) {
    const { data } = (await manager.send("GET", `/imports/${id}`)).body;
    if (!["comparing", "storing", "undoing"].includes(data.state)) return data;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("the import takes too long");
}
async function compare(csv: string | Buffer, choose: (columns: Columns) => Columns = (columns) => columns) {
  const { body } = await upload(csv, uploader);
  const columns = choose(body.data.columns.map(({ heading, column }: Columns[number]) => ({ heading, column })));
  const { status, body: started } = await manager.send("POST", `/imports/${body.data._id}/compare`, { columns });
  if (status !== 200) return started;
  return settled(body.data._id);
}
async function store({ _id, digest }: { _id: string; digest: string }) {
  const { status, body } = await manager.send("POST", `/imports/${_id}/store`, { digest });
  return status === 200 ? settled(_id) : body;
}
async function undo(id: string) {
  const { status, body } = await manager.send("POST", `/imports/${id}/undo`, {});
  return status === 200 ? settled(id) : body;
}
const lines = async (id: string, kind: string, after = "") =>
  (await manager.send("GET", `/imports/${id}/lines?kind=${kind}${after && `&after=${after}`}`)).body.data;
const priceOf = async (slug: string) =>
  (
    await rowsOf<{ price_paise: number }>(
      shop,
      sql`select variant.price_paise from variant join product on product.id = product_id where slug = ${slug}
        order by variant.position, variant.id`,
    )
  )[0]?.price_paise;
const setPrice = async (slug: string, pricePaise: number) => {
  const [{ id } = { id: 0 }] = await shop.db.select({ id: product.id }).from(product).where(eq(product.slug, slug));
  await shop.db.execute(sql`update variant set price_paise = ${pricePaise} where product_id = ${id}`);
};

describe("a product file", () => {
  it("is stored with GST rates and HSN codes that the portal does not know, after a warning that the product repeats", async () => {
    const compared = await compare("slug,hsn,gst_percent\ngulab,00000000,7\nkhus,33080000,18\n");
    expect(compared).toMatchObject({
      state: "compared",
      problems: 0,
      message:
        "Please check with your accountant, since the GST portal may not take it: GST has no rate of 7 %; the rates are 0, 3, 5, 18, 40 %. There is no HSN 00000000. There is no HSN 33080000: chapter 33 has no heading 3308.",
    });
    const stored = await store(compared);
    expect(stored).toMatchObject({ state: "stored" });
    const [{ id } = { id: 0 }] = await shop.db
      .select({ id: product.id })
      .from(product)
      .where(eq(product.slug, "gulab"));
    const read = (await manager.send("GET", `/products/${id}`)).body.data;
    expect(read.gstWarnings).toEqual([
      expect.stringContaining("There is no HSN 00000000."),
      expect.stringContaining("GST has no rate of 7 %"),
    ]);
    await undo(stored._id);
  });

  it("shows its differences row by row before anything is stored, stores them, and is undone", async () => {
    const compared = await compare("slug,price,stock\ngulab,549.50,7\nkhus,500,10\nmitti,450,10\n");
    expect(compared).toMatchObject({ state: "compared", rows: 3, added: 0, changed: 2, problems: 0 });
    const { lines: changed } = await lines(compared._id, "changed");
    expect(changed).toMatchObject([
      {
        row: 2,
        slug: "gulab",
        sku: "SK-gulab",
        cells: [
          { column: "price", before: "500", after: "549.50" },
          { column: "stock", before: "10", after: "7" },
        ],
      },
      { row: 4, slug: "mitti", cells: [{ column: "price", before: "500", after: "450" }] },
    ]);
    expect(await priceOf("gulab")).toBe(50_000);

    const stored = await store(compared);
    expect(stored).toMatchObject({ state: "stored", canUndo: true });
    expect([await priceOf("gulab"), await priceOf("mitti")]).toEqual([54_950, 45_000]);
    // Two are sold meanwhile: the undo takes back the difference.
    const adjusted = await manager.send("POST", "/stock/SK-gulab/adjust", { difference: -2, reason: "Sold by hand" });
    expect(adjusted.body.data.available).toBe(5);
    expect(await undo(stored._id)).toMatchObject({ state: "undone", canUndo: false });
    expect([await priceOf("gulab"), await priceOf("mitti")]).toEqual([50_000, 50_000]);
    expect((await manager.send("GET", "/stock/SK-gulab")).body.data.available).toBe(8);
    const audit = await rowsOf<{ action: string; actor: string; after: unknown }>(
      shop,
      sql`select action, actor, after from audit_entry where subject_type = 'import' and subject_id = ${stored._id} order by id`,
    );
    const entriesOf = (slug: string) =>
      rowsOf(
        shop,
        sql`select actor, before, after from audit_entry where subject_type = 'product' and action = 'product.changed'
          and subject_id = (select id::text from product where slug = ${slug}) order by id`,
      );
    const by = { actor: "Manager Rao" };
    expect((await entriesOf("gulab")).slice(-2)).toEqual([
      {
        ...by,
        before: { "SK-gulab": { price: 500, available: 10 } },
        after: { "SK-gulab": { price: 549.5, available: 7 } },
      },
      {
        ...by,
        before: { "SK-gulab": { price: 549.5, available: 5 } },
        after: { "SK-gulab": { price: 500, available: 8 } },
      },
    ]);
    expect(audit).toMatchObject([
      { action: "products.file_uploaded", actor: "Manager Rao", after: { file: "prices.csv", bytes: 57 } },
      { action: "products.imported", actor: "Manager Rao", after: { file: "prices.csv", added: 0, changed: 2 } },
      { action: "products.import_undone", actor: "Manager Rao" },
    ]);
  });

  it("names its columns by a mapping, which is remembered", async () => {
    const choose = (columns: Columns) =>
      columns.map(({ heading, column }) => ({
        heading,
        column: { "Item Code": "slug", "New Price": "price" }[heading] ?? column,
      }));
    const csv = "Item Code,New Price,Remark\nkhus,501,=cmd\n";
    const compared = await compare(csv, choose);
    expect(compared).toMatchObject({ state: "compared", changed: 1 });
    expect((await lines(compared._id, "changed")).lines[0].cells).toEqual([
      { column: "price", before: "500", after: "501" },
    ]);
    const again = (await upload(csv)).body.data;
    expect(again.columns.map(({ column }: Columns[number]) => column)).toEqual(["slug", "price", ""]);
    expect(again.columns[2].samples).toEqual(["=cmd"]);
    const moved = (await upload("Remark,Item Code,New Price\n=cmd,khus,501\n")).body.data;
    expect(moved.columns.map(({ column }: Columns[number]) => column)).toEqual(["", "slug", "price"]);
    // Another kind of file, whose headings may mean something else.
    const other = (await upload("Item Code,New Price,Slug\n7,501,khus\n")).body.data;
    expect(other.columns.map(({ column }: Columns[number]) => column)).toEqual(["", "", "slug"]);
    expect((await manager.send("DELETE", `/imports/${again._id}`)).status).toBe(200);
    expect((await manager.send("GET", `/imports/${again._id}`)).status).toBe(404);

    const wrong = async (columns: Columns) =>
      (await manager.send("POST", `/imports/${compared._id}/compare`, { columns })).body.errors[0].message;
    expect(await wrong([{ heading: "Item Code", column: "" }])).toContain("slug");
    expect(
      await wrong([
        { heading: "Item Code", column: "slug" },
        { heading: "New Price", column: "price" },
        { heading: "Remark", column: "price" },
      ]),
    ).toBe("“New Price” and “Remark” are both the column price. Please choose one.");
    expect(await wrong([{ heading: "Item Code", column: "nothing" }])).toContain("no column nothing");
  });

  it("with 1,000 problems lists each beside its cell, in pages", async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => `khus-${at},Rs ${at},x`);
    const rejected = await compare(`slug,price,stock\n${rows.join("\n")}\n`);
    expect(rejected).toMatchObject({ state: "rejected", rows: 1000 });
    expect(rejected.problems).toBeGreaterThanOrEqual(2000);
    const first = await lines(rejected._id, "problem");
    expect(first.hasMore).toBe(true);
    expect(first.lines[0]).toMatchObject({
      row: 2,
      slug: "khus-0",
      cells: [
        { column: "price", after: "Rs 0", problem: expect.stringContaining("must be above 0") },
        { column: "stock", after: "x" },
        { column: "", problem: expect.stringContaining("is a new product and needs sku") },
      ],
    });
    let seen = 0;
    for (let page = first; ; page = await lines(rejected._id, "problem", page.lines.at(-1)._id)) {
      seen += page.lines.length;
      if (!page.hasMore) break;
    }
    expect(seen).toBeGreaterThanOrEqual(1000);
    expect((await manager.send("POST", `/imports/${rejected._id}/store`, { digest: "x" })).status).toBe(409);
  });

  it("adds products, which its undo takes off sale", async () => {
    const header =
      "slug,sku,title,category,price,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent";
    const compared = await compare(`${header}\nkewra,SK-kewra,Kewra,attars,600,10,ml,India,36,33030040,18\n`);
    expect(compared).toMatchObject({ state: "compared", added: 1, changed: 0 });
    expect((await lines(compared._id, "added")).lines[0]).toMatchObject({ slug: "kewra", sku: "SK-kewra" });
    const stored = await store(compared);
    expect(await priceOf("kewra")).toBe(60_000);
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    const [size] = await shop.db.select().from(variant).where(eq(variant.sku, "SK-kewra"));
    expect(size?.onSale).toBe(false);
  });
});

const NEW_HEADER =
  "slug,sku,size,title,category,price,stock,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent";
/** The rows of a new product in three sizes, as docs/catalogue-csv.md says: further rows leave out what belongs to the product. */
const threeSizes = (slug: string, [small, middle, large] = [2, 6, 12]) =>
  [
    `${slug},${slug}-${small},,${slug} attar,attars,100,3,${small},ml,India,36,33030040,18`,
    `${slug},${slug}-${middle},,,,250,4,${middle},ml,,,33030040,18`,
    `${slug},${slug}-${large},,,,450,5,${large},ml,,,33030040,18`,
  ].join("\n");
interface StoredSize {
  sku: string;
  label: string;
  price_paise: number;
  on_sale: boolean;
  units: number;
}
const sizesOf = async (slug: string) =>
  (
    await rowsOf<StoredSize>(
      shop,
      sql`select sku, label, variant.price_paise, on_sale, coalesce(on_hand - reserved, 0) as units from variant
        join product on product.id = product_id left join stock on stock.variant_id = variant.id
        where slug = ${slug} order by variant.position, variant.id`,
    )
  ).map(({ sku, label, price_paise: price, on_sale: onSale, units }) =>
    [sku, label, price / 100, units, onSale ? "" : "off sale"].filter((one) => one !== "").join(" "),
  );

describe("products in several sizes", () => {
  beforeAll(async () => {
    uploader = await signInAs(shop, "Manager", "sizes@staff.example");
  });

  it("are stored with all of them, and their undo takes all off sale", async () => {
    const compared = await compare(`${NEW_HEADER}\n${threeSizes("oudh")}\n${threeSizes("hina", [3, 8, 25])}\n`);
    expect(compared).toMatchObject({ state: "compared", added: 6, changed: 0, problems: 0 });
    const stored = await store(compared);
    expect(stored).toMatchObject({ state: "stored", message: "", skipped: 0 });
    expect(await sizesOf("oudh")).toEqual(["oudh-2 2 ml 100 3", "oudh-6 6 ml 250 4", "oudh-12 12 ml 450 5"]);
    expect(await sizesOf("hina")).toEqual(["hina-3 3 ml 100 3", "hina-8 8 ml 250 4", "hina-25 25 ml 450 5"]);
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    expect(await sizesOf("oudh")).toEqual([
      "oudh-2 2 ml 100 3 off sale",
      "oudh-6 6 ml 250 4 off sale",
      "oudh-12 12 ml 450 5 off sale",
    ]);
  });

  it("get one more, also from a file that names no size", async () => {
    const columns = "slug,sku,price,net_quantity,net_quantity_unit,hsn,gst_percent";
    const known =
      "chandan,CH-2,100,2,ml,33030090,18\nchandan,CH-6,300,6,ml,33030090,18\nchandan,CH-12,600,12,ml,33030090,18";
    const stored = await store(await compare(`${columns}\n${known}\nchandan,CH-50,2000,50,ml,33030090,18\n`));
    expect(stored).toMatchObject({ state: "stored", message: "", added: 1, changed: 0 });
    expect((await sizesOf("chandan")).at(-1)).toBe("CH-50 50 ml 2000 0");
    // The product has one size, and the file another.
    const single = await store(
      await compare(`${columns}\nkhus,SK-khus,500,50,ml,33030090,18\nkhus,SK-khus-5,60,5,ml,33030090,18\n`),
    );
    expect(single).toMatchObject({ state: "stored", message: "", added: 1, skipped: 0 });
    expect(await sizesOf("khus")).toEqual(["SK-khus 50 ml 500 10", "SK-khus-5 5 ml 60 0"]);
    expect(await undo(single._id)).toMatchObject({ state: "undone" });
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    expect((await sizesOf("chandan")).at(-1)).toBe("CH-50 50 ml 2000 0 off sale");
  });

  it("exchange SKUs and names, and a new size takes one that becomes free; the undo gives them back", async () => {
    const before = await sizesOf("chandan");
    const stored = await store(
      await compare("slug,sku,size,price,net_quantity\nchandan,CH-6,2 ml,100,2\nchandan,CH-2,6 ml,300,6\n"),
    );
    expect(stored).toMatchObject({ state: "stored", message: "", changed: 2 });
    expect((await sizesOf("chandan")).slice(0, 2)).toEqual(["CH-2 6 ml 300 10", "CH-6 2 ml 100 10"]);
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    expect(await sizesOf("chandan")).toEqual(before);

    // CH-12 becomes CH-13, and a new size of another product takes its SKU.
    const renamed = await store(
      await compare(
        "slug,sku,size,price,net_quantity,net_quantity_unit,hsn,gst_percent\nmitti,CH-12,5 ml,70,5,ml,33030090,18\nchandan,CH-13,12 ml,600,12,ml,33030090,18\n",
      ),
    );
    expect(renamed).toMatchObject({ state: "stored", message: "", added: 1, changed: 1 });
    expect(await undo(renamed._id)).toMatchObject({ state: "undone" });
    expect(await sizesOf("chandan")).toEqual(before);
    expect((await sizesOf("mitti")).at(-1)).toMatch(/^CH-12 \(undone \d+\) 5 ml 70 0 off sale$/);
  });

  it("are skipped whole when an editor changed one size, and so is what would take its SKU", async () => {
    await store(await compare(`${NEW_HEADER}\n${threeSizes("amber")}\n${threeSizes("nag", [4, 9, 16])}\n`));
    const compared = await compare(
      "slug,sku,size,price\namber,nag-4,2 ml,99\namber,amber-6,6 ml,222\nnag,amber-2,4 ml,98\nnag,nag-9,9 ml,244\n",
    );
    expect(compared).toMatchObject({ state: "compared", changed: 4 });
    const id = Number(compared._id);
    // The comparison is over, and somebody changes a size while the job runs.
    await shop.db.execute(sql`update product_import set state = 'storing', stored_at = now() where id = ${id}`);
    await shop.db.execute(sql`update variant set price_paise = 77700 where sku = 'amber-6'`);
    await addJob(shop.db, "import_products", { importId: id });
    expect(await settled(compared._id)).toMatchObject({ state: "stored", skipped: 4 });
    const notes = (await lines(compared._id, "skipped")).lines.map(({ note }: { note: string }) => note);
    expect(notes).toEqual([
      "row 3 (amber, amber-6), price: was “250”, is “777” now",
      "row 3 (amber, amber-6), price: was “250”, is “777” now",
      'row 4 (nag), sku: "amber-2" belongs to the product amber',
      'row 4 (nag), sku: "amber-2" belongs to the product amber',
    ]);
    expect(await sizesOf("amber")).toEqual(["amber-2 2 ml 100 3", "amber-6 6 ml 777 4", "amber-12 12 ml 450 5"]);
    expect(await sizesOf("nag")).toEqual(["nag-4 4 ml 100 3", "nag-9 9 ml 250 4", "nag-16 16 ml 450 5"]);
  });

  it("that somebody changes meanwhile are shown again, with the cell; a member who accepts that can store it", async () => {
    const csv = "slug,sku,price\nchandan,CH-2,101\nchandan,CH-6,301\nchandan,CH-12,601\n";
    const compared = await compare(csv);
    await shop.db.execute(sql`update variant set price_paise = 30500 where sku = 'CH-6'`);
    const again = await store(compared);
    expect(again).toMatchObject({
      state: "compared",
      message:
        "The catalogue has changed since: row 3 (chandan, CH-6), price: was “300”, is “305” now. Please look at the differences again.",
    });
    expect(await store(again)).toMatchObject({ state: "stored", message: "" });
    await shop.db.execute(sql`update variant set price_paise = 60900 where sku = 'CH-12'`);
    expect((await undo(again._id)).message).toBe(
      "It can’t be undone, since this has changed meanwhile: row 4 (chandan, CH-12), price: was “601”, is “609” now.",
    );
  });

  it("are new in two files: the second one is shown again as changes", async () => {
    const one = await compare(`${NEW_HEADER}\n${threeSizes("kapoor")}\n`);
    const other = await compare(`${NEW_HEADER}\n${threeSizes("kapoor").replace(",450,", ",440,")}\n`);
    expect(await store(one)).toMatchObject({ state: "stored" });
    const again = await store(other);
    expect(again).toMatchObject({
      state: "compared",
      added: 0,
      changed: 1,
      message: expect.stringContaining("row 2 (kapoor, kapoor-2) is in the catalogue meanwhile"),
    });
    expect(await store(again)).toMatchObject({ state: "stored" });
    expect(await sizesOf("kapoor")).toEqual(["kapoor-2 2 ml 100 3", "kapoor-6 6 ml 250 4", "kapoor-12 12 ml 440 5"]);
  });
});

it("a file with SKUs in other capitals shows no new size, and no other spelling", async () => {
  const compared = await compare("slug,sku,size,price\nchandan,ch-6,6ML,310\nchandan,Ch-12,12 ml,600\n");
  const before = (await sizesOf("chandan"))[1];
  expect(compared).toMatchObject({ state: "compared", added: 0 });
  expect((await lines(compared._id, "changed")).lines[0]).toMatchObject({
    sku: "CH-6",
    cells: [{ column: "price", after: "310" }],
  });
  await store(compared);
  expect((await sizesOf("chandan"))[1]).toBe(before?.replace(/\d+(?= \d+$)/, "310"));
});

describe("a file as spreadsheets write it", () => {
  it("may be Windows-1252, which the comparison says, or UTF-16", async () => {
    const text = "slug,sub_title\r\nkhus,Rosé\r\n";
    const compared = await compare(Buffer.from(text, "latin1"));
    expect(compared).toMatchObject({ state: "compared", changed: 1, problems: 0 });
    expect(compared.message).toContain("read as Windows-1252. Check names with accents.");
    expect((await lines(compared._id, "changed")).lines[0].cells).toMatchObject([{ after: "Rosé" }]);
    const unicode = await compare(Buffer.from(`\uFEFF${text.replaceAll(",", "\t")}`, "utf16le"));
    expect(unicode).toMatchObject({ state: "compared", changed: 1, message: "", digest: compared.digest });
  });

  it("may leave out empty cells at the end of rows, or add empty columns", async () => {
    const rows = threeSizes("nargis").split("\n");
    const excel = `\uFEFF${NEW_HEADER},,\r\n"${rows[0]?.replaceAll(",", '","')}",,\r\n${rows[1]}\r\n${rows[2]},\r\n,,,\r\n`;
    const compared = await compare(excel);
    expect(compared).toMatchObject({ state: "compared", rows: 3, added: 3, problems: 0 });
    expect(compared.columns).toHaveLength(13);
    const short = await compare(`slug,sku,price,on_sale,original_price,size_position\nchandan,CH-2,90\n`);
    expect((await lines(short._id, "problem")).lines[0].cells).toMatchObject([{ column: "on_sale", after: "" }]);
    const stray = await compare("slug,price,,\nchandan,90,,7\nkhus,1,2,3,4\n");
    expect((await lines(stray._id, "problem")).lines.map(({ cells }: { cells: unknown }) => cells)).toMatchObject([
      [{ problem: '"7" is in a column without a heading' }],
      [{ problem: "has 5 cells, the first row has 4" }],
    ]);
  });
});

describe("the stock of a file", () => {
  beforeAll(async () => {
    uploader = await signInAs(shop, "Manager", "stocks@staff.example");
  });
  const unitsOf = async (sku: string) => (await manager.send("GET", `/stock/${sku}`)).body.data.available;
  const sell = (sku: string, units: number) =>
    manager.send("POST", `/stock/${sku}/adjust`, { difference: -units, reason: "Sold by hand" });

  it("is stored as the difference that was shown, and undone so: what is sold meanwhile stays sold", async () => {
    const file = `${NEW_HEADER}\n${threeSizes("mogra")}\n`.replace(",100,3,", ",100,66,");
    await store(await compare(file));
    const compared = await compare("slug,sku,stock\nmogra,mogra-2,60\nmogra,mogra-6,9\nmogra,mogra-12,5\n");
    expect((await lines(compared._id, "changed")).lines.map(({ cells }: { cells: unknown[] }) => cells[0])).toEqual([
      { column: "stock", before: "66", after: "60" },
      { column: "stock", before: "4", after: "9" },
    ]);
    await sell("mogra-2", 5);
    await sell("mogra-6", 4);
    const stored = await store(compared);
    expect(stored).toMatchObject({ state: "stored", message: "" });
    // 66 − 5 sold − 6, 4 − 4 sold + 5.
    expect(await sizesOf("mogra")).toEqual(["mogra-2 2 ml 100 55", "mogra-6 6 ml 250 5", "mogra-12 12 ml 450 5"]);
    await sell("mogra-6", 1);
    // 5 − 1 sold − 5 cannot be: the undo says so, and undoes nothing.
    expect((await undo(stored._id)).message).toContain(
      "row 3 (mogra, mogra-6), stock: 4 are left, from which 5 cannot be taken (it was changed from 4 to 9)",
    );
    expect(await unitsOf("mogra-2")).toBe(55);
    await manager.send("POST", "/stock/mogra-6/receive", { units: 3 });
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    expect([await unitsOf("mogra-2"), await unitsOf("mogra-6")]).toEqual([61, 2]);
  });

  it("that would fall below none is shown again", async () => {
    const compared = await compare("slug,sku,stock\nmogra,mogra-2,10\n");
    await sell("mogra-2", 20);
    const again = await store(compared);
    expect(again).toMatchObject({
      state: "compared",
      message: expect.stringContaining(
        "row 2 (mogra, mogra-2), stock: 41 are left, from which 51 cannot be taken (it was changed from 61 to 10)",
      ),
    });
    expect((await lines(again._id, "changed")).lines[0].cells).toEqual([
      { column: "stock", before: "41", after: "10" },
    ]);
    expect(await store(again)).toMatchObject({ state: "stored" });
    expect(await unitsOf("mogra-2")).toBe(10);
  });

  it("of the part that was not stored when an import was stopped is a difference, too", async () => {
    const compared = await compare("slug,sku,stock\nmogra,mogra-2,30\nmogra,mogra-6,20\n");
    const id = Number(compared._id);
    await shop.db.execute(sql`update product_import set state = 'storing', stored_at = now() where id = ${id}`);
    await manager.send("POST", `/imports/${id}/stop`, {});
    await addJob(shop.db, "import_products", { importId: id });
    const stopped = await settled(compared._id);
    await sell("mogra-2", 4);
    await store(stopped);
    // 10 − 4 sold + 20, 2 + 18.
    expect([await unitsOf("mogra-2"), await unitsOf("mogra-6")]).toEqual([26, 20]);
  });

  it("that an older export brings along unchanged changes nothing; what was changed in it is the difference", async () => {
    const csv = ((await manager.send("GET", "/catalogue.csv?q=mogra")).body as string).replace("\uFEFF", "");
    await sell("mogra-2", 6);
    expect(await compare(csv)).toMatchObject({ state: "compared", changed: 0, problems: 0 });
    const edited = await compare(csv.replace("250,,,true,20,20,6", "250,,,true,25,20,6"));
    expect(edited).toMatchObject({ state: "compared", changed: 1 });
    await sell("mogra-6", 2);
    await store(edited);
    expect([await unitsOf("mogra-2"), await unitsOf("mogra-6")]).toEqual([20, 23]);
    const impossible = await compare("slug,sku,stock,stock_before\nmogra,mogra-2,0,50\n");
    expect((await lines(impossible._id, "problem")).lines[0].cells).toMatchObject([
      { column: "stock", after: "0", problem: "takes 50 away from 50, but only 20 are left" },
    ]);
  });

  it("that an import has changed is not changed by the same file again, until that import is undone", async () => {
    const file = "slug,sku,stock,stock_before\nmitti,SK-mitti,15,10\n";
    const stored = await store(await compare(file));
    expect(await unitsOf("SK-mitti")).toBe(15);
    expect(await compare(file)).toMatchObject({ state: "compared", changed: 0, problems: 0 });
    await sell("SK-mitti", 2);
    const priced = await compare("slug,sku,price,stock,stock_before\nmitti,SK-mitti,520,15,10\n");
    expect((await lines(priced._id, "changed")).lines.map(({ cells }: { cells: unknown }) => cells)).toEqual([
      [{ column: "price", before: "500", after: "520" }],
    ]);
    expect(await undo((await store(priced))._id)).toMatchObject({ state: "undone" });
    expect(await unitsOf("SK-mitti")).toBe(13);
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    expect(await unitsOf("SK-mitti")).toBe(8);
    const again = await compare(file);
    expect((await lines(again._id, "changed")).lines[0].cells).toEqual([{ column: "stock", before: "8", after: "13" }]);
    const twin = await compare(file);
    await store(again);
    expect(await unitsOf("SK-mitti")).toBe(13);
    expect(await store(twin)).toMatchObject({ state: "stored", skipped: 1 });
    expect((await lines(twin._id, "changed")).lines[0].note).toBe(
      "row 2 (mitti), stock: a file has changed it from 10 to 15 already",
    );
    expect(await unitsOf("SK-mitti")).toBe(13);
    await sell("SK-mitti", 3);
    const meant = await compare(file);
    expect((await lines(meant._id, "problem")).lines[0].cells[0].problem).toBe(
      "a file has changed it from 10 to 15 already, and it has been 10 again since; leave stock_before empty if it is to change once more",
    );
  });

  it("that is compared again by a colleague after sales is not stored by who has seen the older numbers", async () => {
    const compared = await compare("slug,sku,stock\nmogra,mogra-2,15\n");
    await sell("mogra-2", 1);
    const { columns } = compared;
    await manager.send("POST", `/imports/${compared._id}/compare`, {
      columns: columns.map(({ heading, column }: Columns[number]) => ({ heading, column })),
    });
    await settled(compared._id);
    expect((await store(compared)).code).toBe("conflict");
  });
});

describe("what an import publishes", () => {
  const header =
    "slug,sku,title,category,price,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent";
  const stateOf = async (slug: string) =>
    (
      await rowsOf<{ state: string; lowest_price_paise: number }>(
        shop,
        sql`select state, lowest_price_paise from product where slug = ${slug}`,
      )
    )[0];
  const inShop = async (slug: string) => (await shop.get(`/api/product/${slug}`)).status;

  it("needs the state published: without a state a new product is a draft", async () => {
    await store(await compare(`${header}\nvetiver,SK-vetiver,Vetiver,attars,600,10,ml,India,36,33030040,18\n`));
    expect([await stateOf("vetiver"), await inShop("vetiver")]).toEqual([
      { state: "draft", lowest_price_paise: 0 },
      404,
    ]);
    await store(
      await compare(`${header},state\ndavana,SK-davana,Davana,attars,600,10,ml,India,36,33030040,18,published\n`),
    );
    expect([await stateOf("davana"), await inShop("davana")]).toEqual([
      { state: "published", lowest_price_paise: 60_000 },
      200,
    ]);

    const changed = await compare("slug,state\nvetiver,published\ndavana,archived\n");
    expect((await lines(changed._id, "changed")).lines.map(({ cells }: { cells: unknown }) => cells)).toEqual([
      [{ column: "state", before: "draft", after: "published" }],
      [{ column: "state", before: "published", after: "archived" }],
    ]);
    const stored = await store(changed);
    expect([await inShop("vetiver"), await inShop("davana")]).toEqual([200, 404]);
    await undo(stored._id);
    expect([await inShop("vetiver"), await inShop("davana")]).toEqual([404, 200]);
    // An empty cell changes nothing.
    expect(await compare("slug,title,state\ndavana,Davana,\n")).toMatchObject({ state: "compared", changed: 0 });
  });

  it("has what the law asks of a listing, or a problem beside its cell", async () => {
    const problems = async (csv: string) => {
      const rejected = await compare(csv);
      expect(rejected.state).toBe("rejected");
      return (await lines(rejected._id, "problem")).lines.flatMap(
        ({ row, cells }: { row: number; cells: { column: string; problem: string }[] }) =>
          cells.map(({ column, problem }) => `${row} ${column}: ${problem}`),
      );
    };
    const life =
      "shelf_life_months: what is in the shop needs this by law: the shelf life, which says until when the product can be used";
    expect(
      await problems(`${header},state\nlotus,SK-lotus,Lotus,attars,600,10,ml,India,0,33030040,18,published\n`),
    ).toEqual([`2 ${life}`]);
    // What is published loses nothing either.
    expect(await problems("slug,shelf_life_months\ngulab,0\n")).toEqual([`2 ${life}`]);
    // What was published before common names were asked for can still be changed in other ways.
    const [attars] = await shop.db.select().from(category).where(eq(category.slug, "attars"));
    const setCommonName = (commonName: string | null) =>
      shop.db.update(category).set({ commonName }).where(eq(category.slug, "attars"));
    await setCommonName(null);
    expect(await compare("slug,shelf_life_months\ngulab,24\n")).toMatchObject({ state: "compared" });
    await setCommonName(attars?.commonName ?? null);
    await makeCategory(shop, { slug: "resins", name: "Resins", commonName: null });
    expect(await problems("slug,category\ngulab,resins\n")).toEqual([
      "2 common_name: what is in the shop needs this by law: the common name, such as Eau de parfum or Face wash, here or for its category",
    ]);
    expect(await compare("slug,category,common_name\ngulab,resins,Attar\n")).toMatchObject({ state: "compared" });
    // A draft of the back office without HSN code.
    await store(await compare(`${header}\nlotus,SK-lotus,Lotus,attars,600,10,ml,India,36,33030040,18\n`));
    await shop.db.update(variant).set({ hsn: "" }).where(eq(variant.sku, "SK-lotus"));
    expect(await problems("slug,state\nlotus,published\n")).toEqual([
      "2 state: what is in the shop needs this by law: the HSN code of 10 ml, for its invoices",
    ]);
    expect(await compare("slug,state,hsn\nlotus,published,33030040\n")).toMatchObject({ state: "compared" });
    expect(await problems("slug,state\nlotus,scheduled\nkhus,live\n")).toEqual([
      expect.stringMatching(/^2 state: cannot become scheduled here/),
      expect.stringMatching(/^3 state: "live" is not one of/),
    ]);
  });

  it("names no picture of another folder, such as a customer’s", async () => {
    const rejected = await compare("slug,images\ngulab,/reviews/face.3f2a9c1b.webp\n");
    expect((await lines(rejected._id, "problem")).lines[0].cells[0].problem).toContain("begin with /catalogue/");
  });
});

describe("a change beside an import", () => {
  it("is not overwritten: the differences are shown again", async () => {
    const compared = await compare("slug,price\nkhus,510\n");
    await setPrice("khus", 52_000);
    const again = await store(compared);
    expect(again).toMatchObject({ state: "compared", message: expect.stringContaining("has changed since") });
    expect((await lines(again._id, "changed")).lines[0].cells).toEqual([
      { column: "price", before: "520", after: "510" },
    ]);
    expect((await store(compared)).code).toBe("conflict");
    expect(await store(again)).toMatchObject({ state: "stored" });

    await setPrice("khus", 53_000);
    const kept = await undo(again._id);
    expect(kept).toMatchObject({
      state: "stored",
      message:
        "It can’t be undone, since this has changed meanwhile: row 2 (khus, SK-khus), price: was “510”, is “530” now.",
    });
    expect(await priceOf("khus")).toBe(53_000);
    // Only the last import is undone.
    const later = await store(await compare("slug,price\nmitti,333\n"));
    expect((await undo(again._id)).message).toContain("Another file was stored after this one");
    expect(await undo(later._id)).toMatchObject({ state: "undone" });
    expect(await priceOf("mitti")).toBe(50_000);
  });
});

describe("a large file", () => {
  beforeAll(async () => {
    uploader = await signInAs(shop, "Manager", "large-files@staff.example");
  });
  const COUNT = 120;
  const header =
    "slug,sku,title,category,price,stock,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent";
  const numbers = Array.from({ length: COUNT }, (_, at) => at);
  const newProducts = `${header}\n${numbers
    .map((at) => `many-${at},M-${at},Many ${at},attars,600,3,10,ml,India,36,33030040,18`)
    .join("\n")}\n`;
  /** 40 products in three sizes. */
  const newSizes = `${NEW_HEADER}\n${numbers
    .slice(0, 40)
    .map((at) => threeSizes(`trio-${at}`))
    .join("\n")}\n`;
  const countOf = async (query: ReturnType<typeof sql>) =>
    Number((await rowsOf<{ count: number }>(shop, query))[0]?.count);

  it("that breaks off while it is stored goes on with the rest, stores nothing twice, and skips what an editor changed", async () => {
    const compared = await compare(newProducts);
    expect(compared).toMatchObject({ state: "compared", added: COUNT });
    const id = Number(compared._id);
    await shop.db.execute(sql`update product_import set state = 'storing', stored_at = now() where id = ${id}`);
    const died = storeLines(shop.db, {
      importId: id,
      direction: "store",
      actor: COMMAND_ACTOR,
      media: {} as MediaLibrary,
      staged: new Map(),
      pictures: "catalogue",
      folder: shop.dataDir,
      facts: { origin: "" } as unknown as LegalFacts,
      onRestocked: async () => {},
      onProgress: () => Promise.reject(new Error("the process ends here")),
    });
    await expect(died).rejects.toThrow("the process ends here");
    const stored = () => countOf(sql`select count(*) from product where slug like 'many-%'`);
    expect(await stored()).toBe(20);

    expect((await manager.send("POST", `/imports/${id}/stop`, {})).status).toBe(200);
    await addJob(shop.db, "import_products", { importId: id });
    const stopped = await settled(compared._id);
    expect(stopped).toMatchObject({
      state: "stored",
      canContinue: true,
      message: "Stopped: 20 of 120 rows are stored. Go on to store the others, or undo what is stored.",
    });
    expect((await manager.send("POST", `/imports/${id}/stop`, {})).status).toBe(409);

    const categoryId = await countOf(sql`select id as count from category where slug = 'attars'`);
    await makeProduct(shop, { slug: "many-77", title: "An editor’s", categoryId, sku: "OTHER-77" });
    expect(await store(stopped)).toMatchObject({
      state: "stored",
      canContinue: false,
      skipped: 1,
      message: "1 row was not stored, because the products have changed meanwhile.",
    });
    expect(await stored()).toBe(COUNT);
    expect((await lines(compared._id, "skipped")).lines).toMatchObject([
      { slug: "many-77", note: "row 79 (many-77, M-77) is in the catalogue meanwhile" },
    ]);
    const movements = sql`select count(*) from stock_movement join variant on variant.id = variant_id where sku like 'M-%'`;
    expect(await countOf(movements)).toBe(COUNT - 1);
    expect((await manager.send("POST", `/imports/${id}/store`, { digest: compared.digest })).status).toBe(409);
    await shop.db.execute(sql`update variant set sku = 'M-77' where sku = 'OTHER-77'`);
  });

  it("in three sizes each is stopped between two products, resumed, and undone", async () => {
    const compared = await compare(newSizes);
    expect(compared).toMatchObject({ state: "compared", added: COUNT, problems: 0 });
    const id = Number(compared._id);
    await shop.db.execute(sql`update product_import set state = 'storing', stored_at = now() where id = ${id}`);
    const died = storeLines(shop.db, {
      importId: id,
      direction: "store",
      actor: COMMAND_ACTOR,
      media: {} as MediaLibrary,
      staged: new Map(),
      pictures: "catalogue",
      folder: shop.dataDir,
      facts: { origin: "" } as unknown as LegalFacts,
      onRestocked: async () => {},
      onProgress: () => Promise.reject(new Error("the process ends here")),
    });
    await expect(died).rejects.toThrow("the process ends here");
    const sizes = () =>
      countOf(sql`select count(*) from variant join product on product.id = product_id where slug like 'trio-%'`);
    // 20 lines end within the seventh product.
    expect(await sizes()).toBe(18);
    expect((await manager.send("POST", `/imports/${id}/stop`, {})).status).toBe(200);
    await addJob(shop.db, "import_products", { importId: id });
    const stopped = await settled(compared._id);
    expect(stopped.message).toContain("Stopped: 18 of 120 rows are stored");
    const rest = await store(stopped);
    expect(rest).toMatchObject({ state: "stored", message: "", skipped: 0, canContinue: false });
    expect([await sizes(), await sizesOf("trio-6")]).toEqual([
      COUNT,
      ["trio-6-2 2 ml 100 3", "trio-6-6 6 ml 250 4", "trio-6-12 12 ml 450 5"],
    ]);
    expect(await undo(rest._id)).toMatchObject({ state: "undone" });
    expect(await countOf(sql`select count(*) from variant where sku like 'trio-%' and on_sale`)).toBe(0);
  });

  it("that two processes compare at once, because one was frozen, has one line for each row", async () => {
    const { body } = await upload(newProducts.replaceAll("many-", "twice-").replaceAll("M-", "T-"), uploader);
    const id = Number(body.data._id);
    await shop.db.execute(sql`update product_import set state = 'comparing' where id = ${id}`);
    const file = join(shop.dataDir, "twice.csv");
    await writeFile(file, newProducts.replaceAll("many-", "twice-").replaceAll("M-", "T-"));
    const compareOnce = () =>
      compareFile(shop.db, {
        importId: id,
        state: "comparing",
        file,
        mapping: new Map(),
        media: {} as MediaLibrary,
        staged: { find: () => undefined, byPath: new Map(), unused: { count: 0, first: "" } },
        pictures: "catalogue",
        folder: shop.dataDir,
        facts: { origin: "" } as unknown as LegalFacts,
        onProgress: () => new Promise((resolve) => setTimeout(resolve, 20)),
      });
    const [one, other] = await Promise.all([compareOnce(), compareOnce()]);
    expect(one).toMatchObject({ rows: COUNT, added: COUNT });
    expect(other.digest).toBe(one.digest);
    expect(await countOf(sql`select count(*) from product_import_line where import_id = ${id}`)).toBe(COUNT);
    // What is decided meanwhile stays.
    await shop.db.execute(sql`update product_import set state = 'compared' where id = ${id}`);
    await expect(compareOnce()).rejects.toThrow("another process has finished");
    expect(await countOf(sql`select count(*) from product_import_line where import_id = ${id}`)).toBe(COUNT);
  });

  it("lets other requests run in between, and so does its undo", async () => {
    const prices = `slug,sku,price\n${numbers.map((at) => `many-${at},M-${at},${400 + at}`).join("\n")}\n`;
    const compared = await compare(prices);
    expect(compared).toMatchObject({ state: "compared", changed: COUNT });
    let [isRunning, answered] = [true, 0];
    const requests = (async () => {
      while (isRunning) {
        expect((await shop.get("/api/product/gulab")).status).toBe(200);
        answered += 1;
      }
    })();
    const stored = await store(compared);
    isRunning = false;
    await requests;
    expect(stored.state).toBe("stored");
    // One transaction for all of it would answer them at its end.
    expect(answered).toBeGreaterThan(3);
    expect([await priceOf("many-0"), await priceOf("many-119")]).toEqual([40_000, 51_900]);
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    expect([await priceOf("many-0"), await priceOf("many-119")]).toEqual([60_000, 60_000]);
  });

  it("exchanges SKUs of products that are far apart, and rejects one that another product keeps", async () => {
    const skus = (at: number) => (at === 0 ? "M-119" : at === 119 ? "M-0" : `M-${at}`);
    const csv = (of: (at: number) => string, to = COUNT) =>
      `slug,sku,price\n${numbers
        .slice(0, to)
        .map((at) => `many-${at},${of(at)},499`)
        .join("\n")}\n`;
    const stored = await store(await compare(csv(skus)));
    expect(stored).toMatchObject({ state: "stored", message: "" });
    const slugOf = async (sku: string) =>
      (
        await rowsOf<{ slug: string }>(
          shop,
          sql`select slug from variant join product on product.id = product_id where sku = ${sku}`,
        )
      )[0]?.slug;
    expect([await slugOf("M-0"), await slugOf("M-119")]).toEqual(["many-119", "many-0"]);
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    expect([await slugOf("M-0"), await slugOf("M-119")]).toEqual(["many-0", "many-119"]);

    const rejected = await compare(csv(skus, 119));
    expect((await lines(rejected._id, "problem")).lines[0].cells).toMatchObject([
      { column: "sku", problem: '"M-119" belongs to the product many-119' },
    ]);
    const twice = await compare(`${csv((at) => `M-${at}`)}many-3,M-4,1\nmany-new,M-4,1\n`);
    expect((await lines(twice._id, "problem")).lines.map(({ cells }: { cells: unknown }) => cells)).toMatchObject([
      [{ column: "slug", problem: '"many-3" begins in row 5; the rows of a product must stand together' }],
      expect.arrayContaining([expect.objectContaining({ column: "sku", problem: '"M-4" is in row 6 already' })]),
    ]);
  });

  it("beside another one of the same products is shown again", async () => {
    const [one, other] = [
      await compare("slug,price,packs_carry_mrp\nmany-1,501,yes\n"),
      await compare("slug,price,packs_carry_mrp\nmany-1,502,yes\nmany-2,502,yes\n"),
    ];
    const results = await Promise.all([store(one), store(other)]);
    expect(results.map(({ state }) => state).sort()).toEqual(["compared", "stored"]);
  });

  it("gives no product the SKU that another product is being given, in another spelling", async () => {
    const compared = await compare("slug,sku\nmany-1,VETIVER-1\n");
    let storing = Promise.resolve<{ state?: string; message?: string }>({});
    await shop.db.transaction(async (trx) => {
      await trx.execute(lockProductNames);
      await trx.update(variant).set({ sku: "vetiver-1" }).where(eq(variant.sku, "M-2"));
      let isStored = false;
      storing = store(compared).finally(() => (isStored = true));
      const isWaiting = async () =>
        (await rowsOf(shop, sql`select from pg_locks where locktype = 'advisory' and not granted`)).length > 0;
      while (!isStored && !(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
    });
    expect((await storing).message).toContain("1 row was not stored");
    expect((await lines(compared._id, "changed")).lines[0].note).toContain(
      '"VETIVER-1" belongs to the product many-2, spelled "vetiver-1"',
    );
  });
});

describe("an upload", () => {
  it("of several parts is stored byte for byte", async () => {
    // The first part of 1 MB ends within a character.
    const csv = `slug,title\n${"abc,गुलाब\n".repeat(60_000)}`;
    const { body } = await upload(csv, await signInAs(shop, "Manager", "parts@staff.example"));
    const parts = await rowsOf<{ bytes: number }>(
      shop,
      sql`select length(bytes)::int as bytes from product_import_part where import_id = ${body.data._id} order by position`,
    );
    expect(parts.map(({ bytes }) => bytes)).toEqual([1_048_576, Buffer.byteLength(csv) - 1_048_576]);
    const file = join(shop.dataDir, "restored.csv");
    await restoreFile(shop.db, Number(body.data._id), file);
    expect((await readFile(file)).equals(Buffer.from(csv))).toBe(true);
  });

  it("that is not a CSV file is rejected with a sentence", async () => {
    const refused = async (content: string | Buffer) => {
      const { status, body } = await upload(content);
      return `${status} ${body.errors?.[0]?.message ?? body.message}`;
    };
    expect(await refused("")).toContain("422");
    expect(await refused("PK\u0003\u0004 a workbook")).toBe("422 This is an Excel file: save it as CSV UTF-8.");
    expect(await refused(Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x0a]))).toContain("UTF-16, but damaged or cut off");
    expect(await refused("slug,slug\nx,1\n")).toContain("occurs twice");
    expect(await refused(`${"x,".repeat(300)}\n`)).toMatch(/422/);
    expect((await manager.send("POST", "/imports?name=x.csv", {})).status).toBe(422);
  });

  it("that breaks off leaves nothing behind", async () => {
    const { host, port } = new URL(await shop.app.listen({ host: "127.0.0.1", port: 0 }));
    const before = (await manager.send("GET", "/imports")).body.data.imports.length;
    const cookie = [...manager.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    await new Promise<void>((resolve) => {
      const sent = request({
        host: "127.0.0.1",
        port,
        path: "/admin/api/imports?name=cut.csv",
        method: "POST",
        headers: { cookie, origin: `http://${host}`, "content-type": "text/csv", "content-length": 1_000_000 },
      });
      sent.on("error", () => resolve());
      sent.write("slug,price\ngulab,1\n", () => setTimeout(() => sent.destroy(new Error("the line broke")), 50));
    });
    expect((await manager.send("GET", "/imports")).body.data.imports).toHaveLength(before);
  });

  it("is limited to 30 an hour without those that are discarded, each with an entry of the audit log", async () => {
    const member = await signInAs(shop, "Content", "uploads@staff.example");
    const { body } = await upload("slug,title\nkhus,Khus\n", member);
    expect((await member.send("DELETE", `/imports/${body.data._id}`)).status).toBe(200);
    const audit = await rowsOf<{ action: string }>(
      shop,
      sql`select action, before from audit_entry where subject_type = 'import' and subject_id = ${body.data._id} order by id`,
    );
    expect(audit).toMatchObject([
      { action: "products.file_uploaded" },
      { action: "products.file_discarded", before: { file: "prices.csv" } },
    ]);
    for (let at = 0; at < 29; at += 1) await upload("x", member);
    const last = await upload("x", member);
    expect((await upload("x", member)).status).toBe(429);
    expect((await member.send("DELETE", `/imports/${last.body.data._id}`)).status).toBe(200);
    expect((await upload("x", member)).status).toBe(200);
  });

  it("needs the permission of the columns that it changes", async () => {
    const content = await signInAs(shop, "Content");
    const { body } = await upload("slug,price,title\nkhus,1,Khus\n", content);
    const columns = body.data.columns.map(({ heading, column }: Columns[number]) => ({ heading, column }));
    const path = `/imports/${body.data._id}/compare`;
    const forbidden = await content.send("POST", path, { columns });
    expect({ status: forbidden.status, message: forbidden.body.message }).toEqual({
      status: 403,
      message: expect.stringContaining("edit_prices"),
    });
    const titles = columns.map((one: Columns[number]) => ({
      ...one,
      column: one.heading === "price" ? "" : one.column,
    }));
    expect((await content.send("POST", path, { columns: titles })).status).toBe(200);
    await settled(body.data._id);
  });
});

describe("the export", () => {
  it("has the products that match, as an import reads them", async () => {
    const { body } = await manager.send("GET", "/catalogue.csv?q=gul&category=attars");
    const rows = (body as string).trimEnd().split("\r\n");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^\uFEFFslug,sku,/);
    expect(rows[1]).toContain("SK-gulab");
    expect(
      ((await manager.send("GET", "/catalogue.csv?category=nothing")).body as string).trim().split("\r\n"),
    ).toHaveLength(1);
    const all = (await manager.send("GET", "/catalogue.csv")).body as string;
    expect(await compare(all.replace("\uFEFF", ""))).toMatchObject({
      state: "compared",
      added: 0,
      changed: 0,
      problems: 0,
    });
  });
});
