import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CsvProduct, csvHeader, describeProblem, writeRow } from "../../server/catalogue/csv.ts";
import { exportProducts } from "../../server/catalogue/export.ts";
import { type ImportResult, importProducts } from "../../server/catalogue/import.ts";
import { product } from "../../server/database/schema.ts";
import { createMediaStore } from "../../server/media/store.ts";
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
  return importProducts(shop.db, { file, store: createMediaStore(join(folder, "data")), onProgress: () => {} });
}

async function exported(): Promise<CsvProduct[]> {
  const products: CsvProduct[] = [];
  await exportProducts(shop.db, async (batch) => void products.push(...batch));
  return products;
}

/** A product of the demo without pictures (they are in another media store here), under another name and with some fields otherwise. */
async function like(changes: Partial<CsvProduct>): Promise<string[]> {
  const [first] = await exported();
  if (!first) throw new Error("the demo has no products");
  return writeRow({ ...first, description: "One line.", images: [], ...changes });
}

const told = (result: ImportResult) => (result.imported ? [] : result.problems.map(describeProblem));
const find = async (slug: string) => (await shop.db.select().from(product).where(eq(product.slug, slug)))[0];

describe("a product file", () => {
  it("that was exported changes nothing when it is imported again", async () => {
    const before = await exported();
    expect(before).toHaveLength(24);
    expect(await importCells(before.map(writeRow))).toEqual({ imported: true, rows: 24, added: 0, changed: 0 });
    expect(await exported()).toEqual(before);
  });

  it("adds what is new and changes what its slug names, and nothing else", async () => {
    const result = await importCells([
      await like({
        slug: "new-rose",
        sku: "NEW-1",
        title: "New Rose",
        price_paise: 12_345,
        original_price_paise: null,
        created_at: null,
      }),
    ]);
    expect(result).toEqual({ imported: true, rows: 1, added: 1, changed: 0 });
    expect(await find("new-rose")).toMatchObject({
      title: "New Rose",
      pricePaise: 12_345,
      inStock: true,
      createdAt: expect.any(Date),
    });
    expect((await shop.get("/api/product/new-rose")).body.data).toMatchObject({ title: "New Rose", price: 123.45 });

    const [{ createdAt } = { createdAt: null }] = [await find("new-rose")];
    const again = await importCells([
      await like({ slug: "new-rose", sku: "NEW-1", title: "Newer Rose", stock: 0, created_at: null }),
    ]);
    expect(again).toEqual({ imported: true, rows: 1, added: 0, changed: 1 });
    expect(await find("new-rose")).toMatchObject({ title: "Newer Rose", inStock: false, createdAt });
  });

  it("may let two products swap their SKUs", async () => {
    const row = async (slug: string, sku: string) => like({ slug, sku });
    await importCells([await row("swap-a", "SWAP-1"), await row("swap-b", "SWAP-2")]);
    expect(await importCells([await row("swap-a", "SWAP-2"), await row("swap-b", "SWAP-1")])).toMatchObject({
      imported: true,
      changed: 2,
    });
    expect([(await find("swap-a"))?.sku, (await find("swap-b"))?.sku]).toEqual(["SWAP-2", "SWAP-1"]);
  });

  it("brings pictures along, which keep their alt text from then on", async () => {
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
  it("tells all of them by line and column, and stores nothing", async () => {
    const before = await exported();
    const [taken] = before;
    const result = await importCells([
      await like({ slug: "fine", sku: "FINE" }),
      (await like({ slug: "bad-price", sku: "BAD-1" })).with(csvHeader().indexOf("price"), "abc"),
      await like({ slug: "no-category", sku: "BAD-2", category: "no-such" }),
      await like({ slug: "fine", sku: "OTHER" }),
      await like({ slug: "same-sku", sku: "BAD-1" }),
      await like({ slug: "taken-sku", sku: taken?.sku ?? "" }),
      await like({
        slug: "no-picture",
        sku: "BAD-3",
        images: ["../products.csv", "gone.png", "/catalogue/none.00000000.webp"],
      }),
      ["too", "short"],
    ]);
    expect(told(result)).toEqual([
      'line 3, column price: "abc" is not an amount in rupees such as 749 or 749.50',
      'line 4, column category: there is no category "no-such"',
      'line 5, column slug: "fine" stands in line 2 already',
      'line 6, column sku: "BAD-1" stands in line 3 already',
      `line 7, column sku: "${taken?.sku}" belongs to the product ${taken?.slug}`,
      'line 8, column images: "../products.csv" is not in the folder of the product file',
      'line 8, column images: "gone.png": There is no picture gone.png.',
      'line 8, column images: "/catalogue/none.00000000.webp" is not among the stored pictures',
      `line 9: has 2 cells, the first line has ${csvHeader().length}`,
    ]);
    expect(await exported()).toEqual(before);
  });

  it("counts what it does not tell", async () => {
    const row = (await like({})).with(csvHeader().indexOf("stock"), "many");
    const result = await importCells(
      Array.from({ length: 70 }, (_, at) => row.with(0, `many-${at}`).with(1, `MANY-${at}`)),
    );
    expect(told(result)).toHaveLength(50);
    expect(result).toMatchObject({ imported: false, rows: 70, problemCount: 70 });
  });

  it.each([
    ["that is empty", "", "line 1: the file is empty; its first line must name the columns"],
    ["without its columns", "slug;sku\n", "line 1: the columns must be separated by commas"],
    [
      "in another encoding",
      Buffer.from(`${csvHeader().join()}\nros\xe9\n`, "latin1"),
      "line 2: the file is not UTF-8; save it as CSV UTF-8",
    ],
    [
      "with an open quotation mark",
      `${csvHeader().join()}\n"rose,\n`,
      "line 2: a quotation mark that opens here is never closed",
    ],
  ])("%s is told so", async (_, text, problem) => {
    expect(told(await importText(text))).toEqual([problem]);
  });

  it("counts lines as an editor does, with line breaks inside cells and empty lines", async () => {
    const header = stringify([csvHeader()], { record_delimiter: "windows" });
    const good = stringify([await like({ slug: "lines", sku: "LINES", description: "one\r\ntwo\r\nthree" })], {
      record_delimiter: "windows",
    });
    expect(told(await importText(`\uFEFF${header}${good}\r\nbad,row\r\n`))).toEqual([
      `line 6: has 2 cells, the first line has ${csvHeader().length}`,
    ]);
  });
});
