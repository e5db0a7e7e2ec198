import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paise } from "../../server/base/money.ts";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import { product, variant } from "../../server/platform/database/schema.ts";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { adjustStock } from "../../server/selling/stock/stock.ts";
import { describeProblem } from "../../server/shop/catalogue/import/csv-table.ts";
import { exportProducts } from "../../server/shop/catalogue/import/export.ts";
import { type ImportResult, importProducts } from "../../server/shop/catalogue/import/import.ts";
import { type CsvProduct, csvHeader, writeProduct } from "../../server/shop/catalogue/import/product-columns.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let folder: string;

beforeAll(async () => {
  shop = await openShop({ demo: true });
  folder = await mkdtemp(join(tmpdir(), "product-file-"));
});

afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

async function importCells(rows: string[][], header = csvHeader()): Promise<ImportResult> {
  return importText(stringify([header, ...rows]));
}

async function importText(text: string | Buffer): Promise<ImportResult> {
  const file = join(folder, "products.csv");
  await writeFile(file, text);
  return importProducts(shop.db, {
    file,
    media: createMediaLibrary({ DATA_DIR: join(folder, "data") }),
    actor: COMMAND_ACTOR,
    onProgress: () => {},
  });
}

async function exported(): Promise<CsvProduct[]> {
  const products: CsvProduct[] = [];
  await exportProducts(shop.db, async (batch) => void products.push(...batch));
  return products;
}

/** The row of a demo product without pictures (they are in another media store), with another slug and some changes. */
async function like(changes: Partial<CsvProduct>): Promise<string[]> {
  const [first] = await exported();
  if (!first) throw new Error("the demo has no products");
  return writeProduct({ ...first, description: "One line.", images: [], ...changes });
}

const problemsOf = (result: ImportResult) => (result.imported ? [] : result.problems.map(describeProblem));
const skuOf = async (slug: string) => (await exported()).find((row) => row.slug === slug)?.sku;
const find = async (slug: string) => (await shop.db.select().from(product).where(eq(product.slug, slug)))[0];

describe("a product file", () => {
  it("that was exported changes nothing when it is imported again", async () => {
    const before = await exported();
    expect(new Set(before.map(({ slug }) => slug)).size).toBe(24);
    expect(before.length).toBeGreaterThan(24);
    expect(await importCells(before.map(writeProduct))).toEqual({ imported: true, total: 24, added: 0, changed: 0 });
    expect(await exported()).toEqual(before);
  });

  it("adds new products and updates those with a known slug, and nothing else", async () => {
    const result = await importCells([
      await like({
        slug: "new-rose",
        sku: "NEW-1",
        title: "New Rose",
        pricePaise: paise(12_345),
        originalPricePaise: null,
        createdAt: null,
      }),
    ]);
    expect(result).toEqual({ imported: true, total: 1, added: 1, changed: 0 });
    expect(await find("new-rose")).toMatchObject({
      title: "New Rose",
      pricePaise: paise(12_345),
      inStock: true,
      createdAt: expect.any(Date),
    });
    expect((await shop.get("/api/product/new-rose")).body.data).toMatchObject({ title: "New Rose", price: 123.45 });

    const [{ createdAt } = { createdAt: null }] = [await find("new-rose")];
    const again = await importCells([
      await like({
        slug: "new-rose",
        sku: "NEW-1",
        title: "Newer Rose",
        stock: 0,
        packsCarryMrp: true,
        createdAt: null,
      }),
    ]);
    expect(again).toEqual({ imported: true, total: 1, added: 0, changed: 1 });
    expect(await find("new-rose")).toMatchObject({ title: "Newer Rose", inStock: false, createdAt });
  });

  it("may let two products swap their SKUs", async () => {
    const row = async (slug: string, sku: string) => like({ slug, sku });
    await importCells([await row("swap-a", "SWAP-1"), await row("swap-b", "SWAP-2")]);
    expect(await importCells([await row("swap-a", "SWAP-2"), await row("swap-b", "SWAP-1")])).toMatchObject({
      imported: true,
      changed: 2,
    });
    expect([await skuOf("swap-a"), await skuOf("swap-b")]).toEqual(["SWAP-2", "SWAP-1"]);
  });

  it("stores pictures, which retain their alt text from then on", async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#c0392b" } })
      .png()
      .toBuffer();
    await writeFile(join(folder, "Rose front.png"), picture);
    const row = await like({ slug: "with-picture", sku: "PIC-1", title: "Rose", images: ["Rose front.png"] });
    expect(await importCells([row])).toMatchObject({ imported: true, added: 1 });
    const stored = {
      path: expect.stringMatching(/^\/catalogue\/rose-front\.[0-9a-f]{8}\.png$/),
      width: 60,
      height: 40,
      alt: "Rose",
      color: "#c0392b",
    };
    expect((await find("with-picture"))?.images).toEqual([stored]);

    const renamed = await like({ slug: "with-picture", sku: "PIC-1", title: "Gulab", images: ["Rose front.png"] });
    expect(await importCells([renamed])).toMatchObject({ imported: true, changed: 1 });
    expect((await find("with-picture"))?.images).toEqual([stored]);
  });
});

describe("a product file with problems", () => {
  it("reports all of them by row, slug and column, and stores nothing", async () => {
    const before = await exported();
    const [taken] = before;
    const result = await importCells([
      await like({ slug: "fine", sku: "FINE" }),
      (await like({ slug: "bad-price", sku: "BAD-1" })).with(csvHeader().indexOf("price"), "abc"),
      await like({ slug: "no-category", sku: "BAD-2", categoryId: "no-such" }),
      await like({ slug: "fine", sku: "OTHER" }),
      await like({ slug: "same-sku", sku: "BAD-1" }),
      await like({ slug: "taken-sku", sku: taken?.sku ?? "" }),
      await like({
        slug: "no-picture",
        sku: "BAD-3",
        images: ["../products.csv", "gone.png", "/catalogue/none.00000000.webp", "https://shop.example/a.jpg?v=1"],
      }),
      [...(await like({ slug: "too-long" })), "more"],
    ]);
    expect(problemsOf(result)).toEqual([
      'row 3 (bad-price), price: "abc" is not an amount in rupees such as 749 or 749.50',
      'row 4 (no-category), category: there is no category "no-such"',
      'row 5 (fine), slug: "fine" begins in row 2; the rows of a product must stand together',
      'row 6 (same-sku), sku: "BAD-1" is in row 3 already',
      `row 7 (taken-sku), sku: "${taken?.sku}" belongs to the product ${taken?.slug}`,
      'row 8 (no-picture), images: "../products.csv" is not in the folder of the imported file',
      'row 8 (no-picture), images: "gone.png": There is no picture gone.png.',
      'row 8 (no-picture), images: "/catalogue/none.00000000.webp" is not among the stored pictures',
      'row 8 (no-picture), images: "https://shop.example/a.jpg?v=1" is an address, which only the product import of the back office fetches; please put the picture beside this file and write its name',
      `row 9 (too-long): has ${csvHeader().length + 1} cells, the first row has ${csvHeader().length}`,
    ]);
    expect(await exported()).toEqual(before);
  });

  it("names the row where a product began for a size that stands apart from it, and nothing else", async () => {
    const header =
      "slug,sku,title,category,price,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent";
    const first = (slug: string) => `${slug},${slug}-5,Apart,floral-perfumes,200,5,ml,India,36,33030090,18`;
    const size = (slug: string, ml: number) => `${slug},${slug}-${ml},,,400,${ml},ml,,,33030090,18`;
    const sorted = [first("apart-a"), first("apart-b"), size("apart-a", 10), size("apart-a", 20), size("apart-b", 10)];
    expect(problemsOf(await importText(`${header}\n${sorted.join("\n")}\n`))).toEqual([
      'row 4 (apart-a), slug: "apart-a" begins in row 2; the rows of a product must stand together',
      'row 5 (apart-a), slug: "apart-a" begins in row 2; the rows of a product must stand together',
      'row 6 (apart-b), slug: "apart-b" begins in row 3; the rows of a product must stand together',
    ]);
    expect(problemsOf(await importText("slug,price\napart-c,1\nrose-of-kannauj,2\napart-c,3\n"))).toContain(
      'row 4 (apart-c), slug: "apart-c" is in row 2 already',
    );
  });

  it("counts the problems beyond the reported ones", async () => {
    const row = (await like({})).with(csvHeader().indexOf("stock"), "many");
    const result = await importCells(
      Array.from({ length: 70 }, (_, at) => row.with(0, `many-${at}`).with(1, `MANY-${at}`)),
    );
    expect(problemsOf(result)).toHaveLength(50);
    expect(result).toMatchObject({ imported: false, rows: 70, problemCount: 70 });
  });

  it.each([
    ["that is empty", "", "the file is empty; its first row must name the columns"],
    ["without the column slug", "A list of products;\ntitle;sku\n", "row 2: the column slug is missing"],
    [
      "in another encoding",
      Buffer.from(`${csvHeader().join()}\nros\xe9\x81\n`, "latin1"),
      "the file is not UTF-8 (as a text editor shows in its line 2); save it as CSV UTF-8",
    ],
    [
      "with an open quotation mark",
      `${csvHeader().join()}\n"rose,\n`,
      "row 2: a quotation mark that opens here is never closed",
    ],
  ])("%s is reported", async (_, text, problem) => {
    expect(problemsOf(await importText(text))).toEqual([problem]);
  });

  it("counts rows as a spreadsheet does, with line breaks inside cells and empty rows", async () => {
    const header = stringify([csvHeader()], { record_delimiter: "windows" });
    const good = stringify([await like({ slug: "lines", sku: "LINES", description: "one\r\ntwo\r\nthree" })], {
      record_delimiter: "windows",
    });
    const empty = `${",".repeat(csvHeader().length - 1)}\r\n`;
    expect(problemsOf(await importText(`\uFEFF${header}${good}\r\n${empty}bad,row\r\n`))).toContain(
      "row 5 (bad), title: must not be empty",
    );
  });
});

describe("a SKU or a size in another spelling", () => {
  const sizesOf = async (slug: string) =>
    (await exported())
      .filter((row) => row.slug === slug)
      .map(({ sku, label, pricePaise }) => `${sku} ${label} ${pricePaise / 100}`);
  const header = "slug,sku,size,price,net_quantity,net_quantity_unit,hsn,gst_percent";

  it("changes the size that it means, whose spelling stays", async () => {
    const names = csvHeader();
    const needed = await like({ slug: "spelled", sku: "SP-EDP-50", label: "50 ml", originalPricePaise: null });
    const small = needed.with(names.indexOf("sku"), "SP-EDP-10").with(names.indexOf("size"), "10 ml");
    const large = needed.with(names.indexOf("sku"), "SP-EDP-100").with(names.indexOf("size"), "100 ml");
    expect(await importCells([needed, small, large])).toMatchObject({ imported: true, added: 1 });
    expect(
      await importText(
        `${header}\nspelled,sp-edp-50,50ML,2399,50,ml,33030090,18\nspelled,,10ml,899,10,ml,33030090,18\n`,
      ),
    ).toMatchObject({ imported: false });
    expect(
      await importText(`slug,size,price,packs_carry_mrp\nspelled,10ml,899,\nspelled,100 ML,4000,yes\n`),
    ).toMatchObject({
      imported: true,
      changed: 1,
    });
    expect(await importText(`${header}\nspelled,sp-edp-50,50ML,2399,50,ml,33030090,18\n`)).toMatchObject({
      imported: true,
      changed: 1,
    });
    expect(await sizesOf("spelled")).toEqual(["SP-EDP-50 50 ml 2399", "SP-EDP-10 10 ml 899", "SP-EDP-100 100 ml 4000"]);
  });

  it("is no new one beside it", async () => {
    expect(
      problemsOf(
        await importText(
          `${header}\nspelled,SP-1,5 ml,100,5,ml,33030090,18\nspelled,sp-1,6 ml,100,6,ml,33030090,18\nspelled,SP-2,5ML,100,5,ml,33030090,18\n`,
        ),
      ),
    ).toEqual([
      'row 3 (spelled), sku: "sp-1" is in row 2 already, spelled "SP-1"',
      'row 4 (spelled), size: "5ML" is in row 2 already, spelled "5 ml"',
    ]);
    expect(problemsOf(await importCells([await like({ slug: "other-spelled", sku: "sp-edp-100" })]))).toEqual([
      'row 2 (other-spelled), sku: "sp-edp-100" belongs to the product spelled, spelled "SP-EDP-100"',
    ]);
  });
});

describe("the stock in a product file", () => {
  const stockOf = async (sku: string) => (await exported()).find((row) => row.sku === sku)?.stock ?? 0;
  const importWith = async (text: string, replacesStock: boolean) => {
    const file = join(folder, "stock.csv");
    await writeFile(file, text);
    const media = createMediaLibrary({ DATA_DIR: join(folder, "data") });
    return importProducts(shop.db, { file, media, actor: COMMAND_ACTOR, replacesStock, onProgress: () => {} });
  };

  it("is a change from stock_before, so that an old export brings no sale back to life", async () => {
    const old = await exported();
    const [first, second] = old;
    if (!first || !second) throw new Error("the demo has no products");
    const header = "slug,sku,stock,stock_before";
    // Three are sold after the export.
    await importText(`${header}\n${first.slug},${first.sku},${first.stock - 3},${first.stock}\n`);
    expect(await stockOf(first.sku)).toBe(first.stock - 3);
    expect(await importCells(old.map(writeProduct))).toMatchObject({ imported: true, changed: 0 });
    expect(await stockOf(first.sku)).toBe(first.stock - 3);
    // Four more than the export said.
    await importText(`${header}\n${first.slug},${first.sku},${first.stock + 4},${first.stock}\n`);
    expect(await stockOf(first.sku)).toBe(first.stock + 1);
    expect(problemsOf(await importText(`${header}\n${first.slug},${first.sku},0,${first.stock + 9}\n`))).toEqual([
      `row 2 (${first.slug}), stock: takes ${first.stock + 9} away from ${first.stock + 9}, but only ${first.stock + 1} are left`,
    ]);
    await importText(`${header}\n${first.slug},${first.sku},${first.stock},${first.stock + 1}\n`);
  });

  describe("that the same file changes again", () => {
    const header = "slug,sku,stock,stock_before";
    const sell = async (sku: string, units: number) => {
      const [{ variantId } = { variantId: 0 }] = await shop.db
        .select({ variantId: variant.id })
        .from(variant)
        .where(eq(variant.sku, sku));
      await shop.db.transaction((trx) => adjustStock(trx, [{ variantId, seen: units, available: 0 }], "Sold by hand"));
    };
    beforeAll(async () => {
      await importCells([
        await like({ slug: "again", sku: "AGAIN", stock: 10, stockBefore: 10, pricePaise: paise(50_000) }),
        await like({ slug: "other", sku: "OTHER", stock: 20, stockBefore: 20 }),
      ]);
    });

    it("changes once, whatever is sold meanwhile and whatever else the file has", async () => {
      const file = `${header}\nagain,AGAIN,15,10\n`;
      expect(await importText(file)).toMatchObject({ imported: true, changed: 1 });
      expect(await stockOf("AGAIN")).toBe(15);
      expect(await importText(file)).toMatchObject({ imported: true, changed: 0 });
      expect(await stockOf("AGAIN")).toBe(15);
      await sell("AGAIN", 2);
      expect(await importText(file)).toMatchObject({ imported: true, changed: 0 });
      expect(await importText(`${header},price\nagain,AGAIN,15,10,520\n`)).toMatchObject({ changed: 1 });
      expect(await importWith(file, true)).toMatchObject({ imported: true, changed: 0 });
      // 10 + 5 − 2 sold.
      expect(await stockOf("AGAIN")).toBe(13);
    });

    it("is a question once the number before was there again", async () => {
      await sell("AGAIN", 3);
      await sell("AGAIN", 1);
      expect(problemsOf(await importText(`${header}\nagain,AGAIN,15,10\n`))).toEqual([
        "row 2 (again), stock: a file has changed it from 10 to 15 already, and it has been 10 again since; leave stock_before empty and use --set-stock if it is to change once more",
      ]);
      expect(await stockOf("AGAIN")).toBe(9);
      expect(await importText(`${header}\nagain,AGAIN,12,9\n`)).toMatchObject({ imported: true, changed: 1 });
      expect(await importWith(`${header}\nagain,AGAIN,15,\n`, true)).toMatchObject({ imported: true, changed: 1 });
      expect(await stockOf("AGAIN")).toBe(15);
    });

    it("is not taken for changed because sales left the number of the file", async () => {
      await sell("OTHER", 5);
      expect(await importText(`${header}\nother,OTHER,15,20\n`)).toMatchObject({ changed: 1 });
      // 20 − 5 sold − 5.
      expect(await stockOf("OTHER")).toBe(10);
    });

    it("of a new size is added once", async () => {
      const text = stringify([csvHeader(), await like({ slug: "newly", sku: "NEWLY", stock: 15, stockBefore: 0 })]);
      expect(await importText(text)).toMatchObject({ added: 1 });
      expect(await importText(text)).toMatchObject({ imported: true, added: 0, changed: 0 });
      expect(await stockOf("NEWLY")).toBe(15);
    });
  });

  it("without it is stored only if nothing differs, or if it is to replace the stock of now", async () => {
    const rows = (await exported()).slice(0, 3);
    const text = `slug,sku,stock\n${rows.map(({ slug, sku, stock }, at) => `${slug},${sku},${stock + at}`).join("\n")}\n`;
    expect(problemsOf(await importWith(text, false))).toEqual(
      rows
        .slice(1)
        .map(
          ({ slug, stock }, at) =>
            `row ${at + 3} (${slug}), stock: is ${stock} in the shop now; say in a column stock_before from which number it was changed, or replace it with --set-stock`,
        ),
    );
    expect(await importWith(text, true)).toMatchObject({ imported: true });
    expect(await Promise.all(rows.map(({ sku }) => stockOf(sku)))).toEqual(rows.map(({ stock }, at) => stock + at));
    expect(await importWith(text, false)).toMatchObject({ imported: true, changed: 0 });
  });
});

describe("a product file without some of the columns", () => {
  it("leaves them as they were", async () => {
    const before = await find("rose-of-kannauj");
    expect(await importText("slug,price\nrose-of-kannauj,1111\n")).toEqual({
      imported: true,
      total: 1,
      added: 0,
      changed: 1,
    });
    expect(await find("rose-of-kannauj")).toEqual({
      ...before,
      pricePaise: paise(111_100),
      version: (before?.version ?? 0) + 1,
      updatedAt: expect.any(Date),
    });
    expect(await importText("slug,price\nrose-of-kannauj,1111\n")).toMatchObject({ imported: true, changed: 0 });
  });

  it("gives a new product their defaults", async () => {
    const needed = await like({ slug: "short", sku: "SHORT" });
    const names = csvHeader();
    const short =
      "slug,sku,title,category,price,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent";
    const cells = short.split(",").map((name) => needed[names.indexOf(name)] ?? "");
    expect(await importText(`${short}\n${cells.join(",")}\n`)).toMatchObject({ imported: true, added: 1 });
    expect(await find("short")).toMatchObject({
      inStock: false,
      sizes: ["50 ml"],
      subTitle: "",
      topNotes: [],
      images: [],
      originalPricePaise: null,
      isFeatured: false,
      createdAt: expect.any(Date),
    });
  });

  it("stores one name of a country, and rejects what is none", async () => {
    expect(await importText("slug,country_of_origin\nrose-of-kannauj,BHARAT\n")).toMatchObject({ changed: 0 });
    expect(problemsOf(await importText("slug,country_of_origin\nrose-of-kannauj,Kannauj\n"))).toEqual([
      'row 2 (rose-of-kannauj), country_of_origin: "Kannauj" is not a country such as India or France',
    ]);
  });

  it("publishes nothing from abroad without its importer, and keeps maker, packer and importer", async () => {
    const french = { slug: "lavande", sku: "LAVANDE", countryOfOrigin: "France", manufacturer: "Maison Fleur, Grasse" };
    const problem =
      "row 2 (lavande), importer: comes from France, so the law asks for name and address of its importer, here or in the setting IMPORTER";
    expect(problemsOf(await importCells([await like(french)]))).toEqual([problem]);
    expect(await importCells([await like({ ...french, state: "draft" })])).toMatchObject({ imported: true, added: 1 });
    expect(problemsOf(await importText("slug,state\nlavande,published\n"))).toEqual([problem]);
    const parties = { packer: "Packhouse, Kanpur 208001", importer: "Import House, Mumbai 400001" };
    const whole = await like({ ...french, ...parties, state: "published" });
    expect(await importCells([whole])).toMatchObject({ imported: true, changed: 1 });
    expect(await find("lavande")).toMatchObject({ countryOfOrigin: "France", ...parties, state: "published" });
    expect((await exported()).find(({ slug }) => slug === "lavande")).toMatchObject({ ...french, ...parties });
    expect(problemsOf(await importText("slug,importer\nlavande,\n"))).toEqual([problem]);
    expect(problemsOf(await importText("slug,country_of_origin\nrose-of-kannauj,Oman\n"))).toHaveLength(1);
    expect(await importText("slug,price\nlavande,990\n")).toMatchObject({ imported: true });
  });

  it("says which columns a new product needs", async () => {
    const result = await importText(
      "slug,sku,title,price\nneem-tulsi-face-wash,KW-1,Neem,300\nnewest,NEWEST,New,749\n",
    );
    expect(problemsOf(result)).toEqual([
      "row 3 (newest): is a new product and needs net_quantity, net_quantity_unit, hsn, gst_percent, category, country_of_origin, shelf_life_months, which the file has no columns for",
    ]);
  });

  it("rejects a price that is not below the stored original price", async () => {
    await importText("slug,price,original_price\nrose-of-kannauj,900,1000\n");
    expect(problemsOf(await importText("slug,price\nrose-of-kannauj,1000\n"))).toEqual([
      "row 2 (rose-of-kannauj), original_price: 1000 is not above the price of 1000; leave it empty when there is no discount",
    ]);
    expect(problemsOf(await importText("slug,original_price\nrose-of-kannauj,800\n"))).toHaveLength(1);
    expect(await importText("slug,original_price\nrose-of-kannauj,\n")).toMatchObject({ imported: true, changed: 1 });
  });

  it("must have the slug", async () => {
    expect(problemsOf(await importText("sku,price\nKW-1,5\n"))).toEqual(["row 1: the column slug is missing"]);
  });
});
