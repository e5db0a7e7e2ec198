import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { MoveDecisions } from "../../../contract/admin/moves.ts";
import { type Cells, createConverter, type KnownProduct } from "./convert.ts";
import { openDecisions, proposeDecisions } from "./decisions.ts";
import { nameProducts } from "./name-products.ts";
import { readMoveFiles } from "./read-files.ts";

const folder = mkdtempSync(join(tmpdir(), "moving-"));
afterAll(() => rmSync(folder, { recursive: true }));
const CATEGORIES = [{ slug: "attars", name: "Attars" }];
const sample = (name: string) => readFileSync(`tests/samples/${name}`, "utf8");

/** Reads and converts files by their contents. Everything is decided: attars at 18 %, prices with GST. */
async function move(
  contents: readonly (string | Buffer)[],
  decided: Partial<MoveDecisions> = {},
  known: Record<string, KnownProduct> = {},
) {
  const files = contents.map((content, at) => {
    const path = join(folder, `${at}.csv`);
    writeFileSync(path, content);
    return { name: `${at}.csv`, path };
  });
  const byHand = Object.fromEntries((decided.columns ?? []).map(({ heading, field }) => [heading, field]));
  const { products, notes, facts } = await readMoveFiles(files, byHand, "2026-11-30");
  const proposed = proposeDecisions(facts, null, CATEGORIES);
  const decisions: MoveDecisions = {
    ...{ ...proposed, pricesWithGst: true, shelfLifeMonths: 36, withoutQuantity: "piece" },
    words: proposed.words.map((word) => ({ ...word, category: "attars", hsn: "33030050", gstPercent: 18 })),
    ...decided,
  };
  const named = await nameProducts(products, decisions);
  const converter = createConverter(decisions, facts.hasDecimalComma);
  const converted = named.products.map((product) => converter.convert(product, known[product.slug]));
  return {
    ...{ facts, proposed },
    rows: converted.flatMap(({ rows }) => rows),
    notes: [...notes, ...named.notes, ...converted.flatMap((one) => one.notes)],
  };
}
const cellsOf = (rows: readonly Cells[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]));

const OLD = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price";
const shopify = (...rows: string[]) => [OLD, ...rows].join("\n");

it("takes texts, pictures and metafields of a Shopify product, and each picture to its own size", async () => {
  const { rows } = await move([sample("moved-shopify.csv")], {
    further: [{ heading: "Ingredients (product.metafields.custom.ingredients)", column: "ingredients" }],
  });
  expect(rows[0]).toMatchObject({
    ...{ title: "Mogra Attar", category: "attars", keywords: "jasmine, unisex", country_of_origin: "India" },
    ...{ shelf_life_months: "36", gst_percent: "18", hsn: "33030050", meta_title: "Mogra Attar of Madurai" },
    ingredients: "Jasminum sambac oil; Santalum album oil",
    images: [1, 2, 3]
      .map((at) => `https://cdn.example.com/files/mogra-${at}.jpg?v=177063929${at === 3 ? 7 : at + 3}`)
      .join(" | "),
  });
  expect(cellsOf(rows.slice(0, 3), "sku", "size_image", "title")).toEqual([
    ["MOG-3", "https://cdn.example.com/files/mogra-6.jpg?v=1770639296", "Mogra Attar"],
    ["00123", "", undefined],
    ["MOG-12", "", undefined],
  ]);
});

it("adds stock of all locations, HSN and country of an inventory file, whichever comes first", async () => {
  const { rows } = await move([sample("moved-shopify-inventory.csv"), sample("moved-shopify.csv")]);
  expect(cellsOf(rows.slice(0, 3), "sku", "stock", "hsn")).toEqual([
    ["MOG-3", "50", "330300"],
    ["00123", "0", "33030050"],
    ["MOG-12", "0", "330300"],
  ]);
  expect(rows[0]?.country_of_origin).toBe("India");
});

it("reads both families of Shopify's headings alike", async () => {
  const newer = OLD.replace("Handle", "URL handle").replace("Variant SKU", "SKU").replace("Variant Price", "Price");
  const row = "rose,Rose,Size,6 ml,R-6,649";
  expect((await move([`${newer}\n${row}`])).rows).toEqual((await move([`${OLD}\n${row}`])).rows);
});

it("adds GST to prices without it, rounded to the paisa", async () => {
  // 649.50 × 1.18 = 766.41
  const { rows } = await move([shopify("rose,Rose,Size,6 ml,R-6,649.50")], { pricesWithGst: false });
  expect(rows[0]?.price).toBe("766.41");
});

it("joins two options in the name of the size if it is asked", async () => {
  const { rows } = await move([sample("moved-shopify-older.csv")], { otherOption: "join", sizeOption: "Size" });
  expect(cellsOf(rows.slice(0, 3), "slug", "size")).toEqual([
    ["oudh-oil", "12 ml, Clear"],
    ["oudh-oil", "6 ml, Clear"],
    ["oudh-oil", "6 ml, Blue"],
  ]);
});

it("takes an option with one value in all sizes for no option", async () => {
  const header = "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price";
  const { rows, facts } = await move([
    `${header}\nrose,Rose,Size,6 ml,Ships From,India,R-6,649\nrose,,,12 ml,,India,R-12,1249`,
  ]);
  expect(cellsOf(rows, "slug", "size")).toEqual([
    ["rose", "6 ml"],
    ["rose", "12 ml"],
  ]);
  expect(facts.twoOptions.products).toBe(0);
});

it.each([
  [
    "two products with one handle",
    ["rose,Rose,Size,6 ml,R-6,649", "rose,Rosa,Size,6 ml,R-7,649"],
    3,
    "Title",
    /another product with this handle/,
  ],
  [
    "a SKU twice",
    ["rose,Rose,Size,6 ml,R-6,649", "khus,Khus,Size,6 ml,r-6,649"],
    2,
    "Variant SKU",
    /row 3 has the same SKU/,
  ],
  [
    "a size twice",
    ["rose,Rose,Size,6 ml,R-6,649", "rose,,,6ML,R-7,649"],
    3,
    "Option1 Value",
    /row 2 has the same size/,
  ],
  ["no price", ["rose,Rose,Size,6 ml,R-6,"], 2, "Variant Price", /has no price/],
  ["a price of 0", ["rose,Rose,Size,6 ml,R-6,0.00"], 2, "Variant Price", /must be above 0/],
  ["a price that is no amount", ["rose,Rose,Size,6 ml,R-6,on request"], 2, "Variant Price", /is not an amount/],
  ["a size without a name", ["rose,Rose,Size,,R-6,649", "rose,,,12 ml,R-12,649"], 2, "Option1 Value", /names no size/],
  ["too many cells", ["rose,Rose, the red one,Size,6 ml,R-6,649"], 2, "", /the row has 7 cells, the headings are 6/],
  ["no handle", ["rose,Rose,Size,6 ml,R-6,649", ",,,12 ml,R-12,649"], 3, "", /no handle and no title/],
])("names file, row and column of %s, and takes the product not at all", async (_, rows, row, column, message) => {
  const { rows: taken, notes } = await move([shopify(...rows, "mitti,Mitti,Size,6 ml,M-6,99")]);
  expect(taken.map(({ slug }) => slug)).not.toContain("khus");
  expect(taken.filter(({ slug }) => slug === "mitti")).toHaveLength(1);
  expect(notes).toContainEqual(
    expect.objectContaining({ file: "0.csv", row, column, loss: "product", message: expect.stringMatching(message) }),
  );
});

it("makes new SKUs of those that several sizes have, if it is asked", async () => {
  const rows = [
    "rose,Rose,Size,6 ml,100,649",
    "rose,,,12 ml,100,1249",
    "khus,Khus,Size,6 ml,100,649",
    "oud,Oud,Size,6 ml,100-6-ML,99",
  ];
  const { rows: taken, facts } = await move([shopify(...rows)], { repeatedSkus: "renew" });
  expect(taken.map(({ sku }) => sku)).toEqual(["100-6-ML-2", "100-12-ML", "100-6-ML-3", "100-6-ML"]);
  expect(facts.repeatedSkus).toEqual({ sizes: 3, example: "100" });
});

it.each([
  ["Rose%20Attar", "rose-attar"],
  ["%E0%A4%97", "rose"],
  ["Rose_Attar", "rose-attar"],
])("makes an address of the handle %s, and says so", async (handle, slug) => {
  const { rows, notes } = await move([shopify(`${handle},Rose,Size,6 ml,R-6,649`)]);
  expect(rows[0]?.slug).toBe(slug);
  expect(notes).toContainEqual(expect.objectContaining({ loss: "said", cell: handle }));
});

it("refuses more sizes than a product has, and three options", async () => {
  const many = Array.from({ length: 51 }, (_, at) => `rose,${at === 0 ? "Rose" : ""},Size,${at + 1} ml,R-${at},649`);
  expect((await move([shopify(...many)])).notes).toMatchObject([{ message: expect.stringMatching(/^has 51 sizes/) }]);
  const three =
    "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Price";
  const { notes } = await move([
    `${three}\nrose,Rose,Size,6 ml,Bottle,Clear,Box,Red,R-1,9\nrose,,,12 ml,,Blue,,Green,R-2,9`,
  ]);
  expect(notes).toMatchObject([
    { message: expect.stringMatching(/^a product with three options \(Size, Bottle, Box\)/) },
  ]);
});

it("undoes WooCommerce's escapes and shortcodes, and offers its attributes", async () => {
  const { rows, facts } = await move([sample("moved-woocommerce.csv")]);
  expect(rows[0]).toMatchObject({
    description: "<p>Sandal &amp; time.</p>\n\nAged for a year [2 drops].",
    images:
      "https://shop.example/wp-content/uploads/2026/08/sandal.jpg | https://shop.example/wp-content/uploads/2026/08/sandal-2.jpg",
    ...{ length_mm: "80", meta_title: "", category: "attars" },
  });
  expect(rows[1]).toMatchObject({ weight_grams: "60", length_mm: "80" });
  expect(facts.words.map(({ word }) => word)).toEqual(["Perfume > Attar", "Soap"]);
  expect(facts.further).toContainEqual({ heading: "Attribute Origin", sample: "Mysuru\\, Karnataka" });
});

it("keeps what was decided here of a product that it has, and what the other shop leaves empty", async () => {
  const cells = { sku: "R-6", size: "6 ml bottle", hsn: "33019013", gst_percent: "5", net_quantity: "6", stock: "4" };
  const here: KnownProduct = {
    slug: "rose-of-kannauj",
    byName: new Map([["R-6", cells]]),
    first: { ...cells, category: "oils", description: "Ours", shelf_life_months: "24", country_of_origin: "France" },
  };
  const csv =
    "Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\nrose,Rose,,Size,6 ml,R-6,699,shopify,40";
  const { rows } = await move([csv], { stock: "new" }, { rose: here });
  expect(rows).toMatchObject([
    {
      ...{
        slug: "rose-of-kannauj",
        title: "Rose",
        price: "699.00",
        size: "6 ml bottle",
        gst_percent: "5",
        category: "oils",
      },
      ...{ description: "Ours", shelf_life_months: "24", stock: "4", stock_before: "4" },
    },
  ]);
  expect((await move([csv], { stock: "all" }, { rose: here })).rows).toMatchObject([{ stock: "40", stock_before: "" }]);
});

it("proposes categories of the same name alone, and says what is open", async () => {
  const { facts, proposed } = await move([sample("moved-shopify.csv")]);
  expect(proposed.words).toEqual([
    { word: "Attar", category: "attars", hsn: "", gstPercent: null },
    { word: "Face mist", category: "", hsn: "", gstPercent: null },
  ]);
  expect(openDecisions(facts, proposed, CATEGORIES)).toEqual([
    "Say whether prices include GST.",
    "Choose the category and the GST rate of 2 of their words, such as “Attar”.",
    "Give the shelf life.",
  ]);
});

it.each([
  ["Customer ID,First Name,Last Name,Email,Accepts Email Marketing", "customers"],
  ["Name,Email,Financial Status,Lineitem name", "orders"],
  ["Redirect from,Redirect to", "redirects"],
  ["slug,sku,price", "own"],
])("recognises %s as %s", async (headings, kind) => {
  const { facts } = await move([`${headings}\n1,2,3,4,5`.slice(0, 200)]).catch(() => move([`${headings}\n`]));
  expect(facts.files).toMatchObject([{ kind, text: expect.stringMatching(/this shop|not take|^customers$|^orders/) }]);
});

it("reads Windows-1252, and says so; and says it of lost letters once for a file", async () => {
  const { facts, rows } = await move([Buffer.from(shopify("rose,Ros\xe9,Size,6 ml,R-6,649"), "latin1")]);
  expect(cellsOf(rows, "title")).toEqual([["Rosé"]]);
  expect(facts.files).toMatchObject([{ remark: expect.stringContaining("read as Windows-1252") }]);
  const lost = await move([
    shopify(
      ...[
        "what,What is it???,Size,6 ml,W-6,649",
        "rose,????? ???,Size,6 ml,R-6,649",
        "oud,????? (?????),Size,6 ml,O-6,649",
      ],
    ),
  ]);
  expect(lost.facts.files[0]).not.toHaveProperty("remark");
  expect(lost.notes).toMatchObject([
    { row: 3, column: "Title", cell: "????? ???", message: expect.stringContaining("letters were lost"), loss: "said" },
  ]);
});

it.each([
  ["an Excel file", Buffer.from("PK\x03\x04 workbook", "latin1"), /this is an Excel file/],
  ["UTF-16 that is cut off", Buffer.from(`\ufeff${OLD}\nrose`, "utf16le").subarray(0, -1), /damaged or cut off/],
  ["an unclosed quotation mark", `${OLD}\nrose,"Rose,Size,6 ml,R-6,649\n`, /row 2: a quotation mark/],
  ["an empty file", "\n\n", /is empty/],
  ["a heading twice", `${OLD},Title\nrose,Rose,Size,6 ml,R-6,649,Rose`, /“Title” occurs twice/],
  ["a text", "Dear all\nplease find the prices attached", /is no table of products/],
])("refuses %s, and says what to do", async (_, content, message) => {
  await expect(move([content])).rejects.toThrow(message);
});

it("loses no product and no size of 300 random ones, and puts none under another product", async () => {
  let seed = 7;
  const random = (max: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % max;
  };
  const rows: { product: number; cells: string }[] = [];
  const expected: string[] = [];
  for (let product = 0; product < 300; product += 1) {
    const sizes = 1 + random(4);
    for (let size = 0; size < sizes; size += 1) {
      rows.push({
        product,
        cells: `p-${product},${size === 0 ? `Product ${product}` : ""},${size === 0 ? "Size" : ""},${size + 1} ml,S-${product}-${size},${size + 1}00`,
      });
      expected.push(`p-${product} S-${product}-${size} ${size + 1} ml ${size + 1}00.00`);
    }
  }
  // As a spreadsheet sorts them: by anything.
  const sorted = rows.map((row) => ({ ...row, by: random(1000) })).sort((a, b) => a.by - b.by);
  const { rows: taken, notes } = await move([shopify(...sorted.map(({ cells }) => cells))]);
  expect(taken.map(({ slug, sku, size, price }) => `${slug} ${sku} ${size} ${price}`).sort()).toEqual(expected.sort());
  expect(notes.filter(({ loss }) => loss !== "said")).toEqual([]);
});
