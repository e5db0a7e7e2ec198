import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { productFields } from "../../../../contract/admin/product-fields.ts";
import { PRODUCT_LIMITS } from "../../../../contract/catalogue/product-limits.ts";
import { paise } from "../../../base/money.ts";
import { CATEGORY_COLUMNS } from "./category-columns.ts";
import { describeProblem, type Problem, readHeader, readRow } from "./csv-table.ts";
import { CSV_COLUMNS, type CsvProduct, csvHeader, readProduct, writeProduct } from "./product-columns.ts";

/** The defaults of the columns that a file may lack. */
const defaults = Object.fromEntries(
  CSV_COLUMNS.flatMap(({ field, required, missing }) => (required ? [] : [[field, missing]])),
) as CsvProduct;
const rose: CsvProduct = {
  ...defaults,
  slug: "rose-of-kannauj",
  sku: "KW-EDP-ROSE-50",
  title: "Rose of Kannauj",
  subTitle: "Damask rose and wet earth",
  description: "First paragraph.\n\nSecond, with a comma and “quotes”.",
  categoryId: "floral-perfumes",
  pricePaise: paise(74_950),
  originalPricePaise: paise(99_900),
  label: "50 ml",
  position: 0,
  onSale: true,
  stock: 12,
  stockBefore: 15,
  weightGrams: 240,
  lengthMm: 60,
  widthMm: 60,
  heightMm: 140,
  barcode: "8901234567890",
  gstValidFrom: "2017-07-01",
  image: null,
  isFeatured: true,
  isBestseller: false,
  keyBenefits: ["Lasts all day", "Made in small batches"],
  howToUse: ["Spray once", "Wait"],
  faqs: [{ question: "Is it vegan?", answer: "Yes." }],
  topNotes: ["Rose", "Pink Pepper"],
  heartNotes: ["Rose"],
  baseNotes: [],
  keywords: ["unisex", "summer"],
  scentFamily: "Floral",
  concentration: "Eau de parfum",
  longevity: "8 to 10 hours",
  sillage: null,
  manufacturer: "Kewra Distillery, Lucknow 226001",
  packer: "Packhouse Pvt Ltd, Kanpur 208001",
  importer: null,
  metaTitle: "Rose of Kannauj, an organic rose perfume",
  metaDescription: null,
  originPlace: "Kannauj, Uttar Pradesh",
  originPlant: "Rosa damascena",
  originStory: "Picked before eight.",
  wearWith: [
    { slug: "sandal-silk", effect: "warms it" },
    { slug: "musk", effect: "a => b | c" },
  ],
  claims: [
    { claim: "Organic", body: "OneCert | Asia", number: "ORG-1", validUntil: "2027-03-31", url: "" },
    { claim: "IFRA 51", body: "The maker", number: "=> 7", validUntil: null, url: "https://ifra.example/7" },
  ],
  netQuantity: 50,
  netQuantityUnit: "ml",
  ingredients: "Alcohol Denat., Aqua, Parfum",
  allergens: ["Linalool", "Citral"],
  isAlcoholFree: false,
  countryOfOrigin: "India",
  shelfLifeMonths: 36,
  hsn: "33030040",
  gstPercent: 18,
  pairedWith: ["gulab-attar"],
  images: ["/catalogue/rose-of-kannauj-1.3f2a9c1b.webp", "rose 2.jpg"],
  createdAt: "2026-01-31T03:30:00.123456Z",
  state: "published",
};

/** The cells of the product "rose", with changes. */
const cells = (changes: Record<string, string> = {}) => {
  const written = writeProduct(rose);
  return csvHeader().map((name, at) => changes[name] ?? written[at] ?? "");
};

const read = (changes: Record<string, string>) => readProduct(CSV_COLUMNS, cells(changes), 17);
const problemsOf = (changes: Record<string, string>) => read(changes).problems.map(describeProblem);

const headerOf = (cells: string[]) => readHeader(CSV_COLUMNS, { row: 1, cells });

describe("the headings of a product file", () => {
  it("may name the columns in any order", () => {
    const header = headerOf(csvHeader().reverse());
    expect("fileColumns" in header && header.fileColumns[0]?.name).toBe(csvHeader().at(-1));
  });

  it("may be written as spreadsheets do, with capitals and blanks", () => {
    expect(headerOf(csvHeader().map((name) => ` ${name.toUpperCase().replaceAll("_", " ")} `))).toHaveProperty(
      "fileColumns",
    );
  });

  it("may name some of the columns", () => {
    const header = headerOf(["price", "slug"]);
    expect("fileColumns" in header && header.fileColumns.map(({ field }) => field)).toEqual(["pricePaise", "slug"]);
  });

  it("must have the slug, each column once, and no other", () => {
    const header = headerOf(["price", "colour", "price"]);
    const problems = ("problems" in header ? header.problems : ([] as Problem[])).map(describeProblem);
    expect(problems).toEqual([
      'row 1: there is no column "colour"',
      "row 1: the column price is named twice",
      "row 1: the column slug is missing",
    ]);
  });

  it("must have more than the slug", () => {
    expect(headerOf(["slug"])).toMatchObject({ problems: [{ row: 1 }] });
  });
});

describe("docs/catalogue-csv.md", () => {
  it.each([
    ["product", csvHeader(), "## The product file"],
    ["category", CATEGORY_COLUMNS.map(({ name }) => name), "## The category file"],
  ])("names every column of the %s file", (_, names, heading) => {
    const docs = readFileSync("docs/catalogue-csv.md", "utf8");
    const [, section = ""] = docs.split(heading);
    const table = section.split("\n## ")[0] ?? "";
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("a text", () => {
  const texts = Object.entries<z.ZodMiniType>(productFields).filter(
    ([field, { def }]) => def.type === "string" && CSV_COLUMNS.some((column) => column.field === field),
  );
  const lengths = Object.values(PRODUCT_LIMITS)
    .filter((max) => max <= PRODUCT_LIMITS.description)
    .flatMap((max) => [max, max + 1]);
  it.each(texts)("%s may be as long in a product file as in the back office", (field, schema) => {
    const column = CSV_COLUMNS.filter((one) => one.field === field);
    const typed = lengths.filter((length) => schema.safeParse("x".repeat(length)).success);
    const inFile = lengths.filter((length) => readRow(column, ["x".repeat(length)], 2).problems.length === 0);
    expect(inFile).toEqual(typed);
  });
});

describe("a row", () => {
  it("is read as it was written", () => {
    expect(read({})).toMatchObject({ values: rose, problems: [] });
  });

  it("is read as it was written, with any text in its cells", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 }).map((value) => value.replace(/[\0\r\n]/g, "").trim());
    const word = fc.oneof(
      text,
      fc.constantFrom("a | b", "a, b", "x => y", "\\", "\\|", "=1+1", "'=1", "''-", "-5", "@me", "1,2-Hexanediol"),
    );
    const name = word.filter((value) => value !== "");
    const names = fc.array(name, { maxLength: 5 });
    const product = fc.record({
      title: name,
      subTitle: word,
      description: word,
      keyBenefits: names,
      topNotes: names,
      allergens: names,
      faqs: fc.array(fc.record({ question: name, answer: name }), { maxLength: 3 }),
      scentFamily: fc.option(name),
      pricePaise: fc.integer({ min: 1, max: 999_999 }).map(paise),
    });
    fc.assert(
      fc.property(product, (some) => {
        const whole: CsvProduct = { ...rose, originalPricePaise: null, ...some };
        expect(readProduct(CSV_COLUMNS, writeProduct(whole), 2)).toMatchObject({ values: whole, problems: [] });
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  it("reports all its problems at once, each with its row, slug and column", () => {
    expect(problemsOf({ price: "abc", stock: "-1", featured: "perhaps" })).toEqual([
      'row 17 (rose-of-kannauj), price: "abc" is not an amount in rupees such as 749 or 749.50',
      'row 17 (rose-of-kannauj), stock: "-1" is not a whole number from 0 to 10000000',
      'row 17 (rose-of-kannauj), featured: "perhaps" is not true or false',
    ]);
  });

  it("may lack empty cells at its end or have more of them, but no further content", () => {
    const filled = cells({ state: "" });
    expect(readProduct(CSV_COLUMNS, filled.slice(0, -1), 17)).toMatchObject({ values: { state: null }, problems: [] });
    expect(readProduct(CSV_COLUMNS, [...filled, "", " "], 17).problems).toEqual([]);
    expect(readProduct(CSV_COLUMNS, [...filled, "more"], 17).problems.map(describeProblem)).toEqual([
      `row 17 (rose-of-kannauj): has ${CSV_COLUMNS.length + 1} cells, the first row has ${CSV_COLUMNS.length}`,
    ]);
  });

  it("must have an MRP above its price", () => {
    expect(problemsOf({ price: "749", original_price: "749.00" })).toEqual([
      "row 17 (rose-of-kannauj), original_price: 749 is not above the price of 749; leave it empty when there is no discount",
    ]);
  });
});

describe("an amount", () => {
  it.each([
    ["749", 74_900],
    ["749.5", 74_950],
    ["749.50", 74_950],
    ["0.07", 7],
    ["1129.10", 112_910],
    [" 749 ", 74_900],
    ["1,299", 129_900],
    ["₹749", 74_900],
    ["Rs. 749/-", 74_900],
  ])("of %s rupees is %i paise", (cell, paise) => {
    expect(read({ price: cell, original_price: "" }).values.pricePaise).toBe(paise);
  });

  it.each(["", "0", "-5", "749,00", "749,5", "749.505", "7e2", "NaN", "99999999"])("is not %j", (cell) => {
    expect(problemsOf({ price: cell, original_price: "" })).toHaveLength(1);
  });
});

describe("a cell", () => {
  it.each([
    ["slug", "Rose of Kannauj"],
    ["slug", ""],
    ["sku", " "],
    ["title", "x".repeat(201)],
    ["title", "two\nlines"],
    ["net_quantity_unit", "litres"],
    ["net_quantity", "0"],
    ["hsn", "330"],
    ["faqs", "Is it vegan? Yes."],
    ["faqs", "a => b => c"],
    ["paired_with", "Gulab Attar"],
    ["images", "/../secret.webp"],
    ["images", "http://example.com/a.jpg?v=1"],
    ["size_image", "https://me:word@cdn.example.com/a.jpg"],
    ["barcode", "8901234567891"],
    ["barcode", "890123456789"],
    ["barcode", "8.90123E+12"],
    ["created_at", "31/01/2026"],
    ["created_at", "2026-02-30"],
    ["created_at", "2026-01-31T25:00:00Z"],
    ["created_at", "2026-01-31T09:00:00"],
  ])("of the column %s is rejected when it is %j", (name, cell) => {
    expect(read({ [name]: cell }).problems).toMatchObject([{ row: 17, column: name }]);
  });

  it.each([
    ["FALSE", "TRUE"],
    ["no", "Yes"],
    ["0", "1"],
  ])("may be %s or %s, as spreadsheets and people write it", (no, yes) => {
    expect(read({ featured: no, bestseller: yes }).values).toMatchObject({ isFeatured: false, isBestseller: true });
  });

  it("may name a state or unit in capitals, and a whole number with its decimals", () => {
    expect(read({ state: " Published", net_quantity_unit: "ML", stock: "120.0", net_quantity: "50.00" })).toMatchObject(
      {
        values: { state: "published", netQuantityUnit: "ml", stock: 120, netQuantity: 50 },
        problems: [],
      },
    );
    expect(read({ stock: "1.500" }).problems).toHaveLength(1);
    expect(read({ stock: "12.5" }).problems).toHaveLength(1);
  });

  it("may be HTML of another shop, and becomes the shop's plain text", () => {
    const html = {
      title: "Rose &amp; <b>Oud</b>",
      description: "<h2>Rose</h2><p>Damask,<br>from Kannauj.</p><ul><li>Wet earth</li><li>Rose</li></ul>",
      key_benefits: "<ul><li>Lasts all day</li><li>Day | night</li></ul>",
      how_to_use: "<p>Spray once</p> | <p>Wait</p>",
      faqs: "Is it <i>vegan</i>? => <p>Yes.</p><p>All of it.</p>",
      meta_description: "<p>One.</p>\n<p>Two.</p>",
    };
    expect(read(html)).toMatchObject({
      values: {
        title: "Rose & Oud",
        description: "Rose\n\nDamask,\nfrom Kannauj.\n\n• Wet earth\n\n• Rose",
        keyBenefits: ["Lasts all day", "Day | night"],
        howToUse: ["Spray once", "Wait"],
        faqs: [{ question: "Is it vegan?", answer: "Yes.\n\nAll of it." }],
        metaDescription: "One. Two.",
      },
      problems: [],
    });
  });

  it("with a date means midnight in India", () => {
    expect(read({ created_at: "2026-01-31" }).values.createdAt).toBe("2026-01-31T00:00:00+05:30");
  });

  it("that is optional and empty is null", () => {
    expect(read({ original_price: "", scent_family: "", images: "", created_at: "" })).toMatchObject({
      values: { originalPricePaise: null, scentFamily: null, images: [], createdAt: null },
      problems: [],
    });
  });
});

describe("a cell that a spreadsheet would run as a formula", () => {
  it.each(["=1+1", '=HYPERLINK("http://example.test","x")', "+1", "-1", "@SUM(A1)", "\t=1", "＝1+1"])(
    "is written as text: %j",
    (title) => {
      const cell = writeProduct({ ...rose, title })[csvHeader().indexOf("title")];
      expect(cell).toBe(`'${title}`);
    },
  );

  it("or round is written as text, and read as it was", () => {
    const row = writeProduct({ ...rose, sku: "890123456789012345" });
    expect([row[csvHeader().indexOf("sku")], row[csvHeader().indexOf("barcode")]]).toEqual([
      "'890123456789012345",
      "'8901234567890",
    ]);
    expect(readProduct(CSV_COLUMNS, row, 2)).toMatchObject({
      values: { sku: "890123456789012345", barcode: "8901234567890" },
      problems: [],
    });
    expect(read({ barcode: "8901234567890" }).values.barcode).toBe("8901234567890");
  });

  it("may still be typed by the owner", () => {
    expect(read({ title: "-10 degrees" }).values.title).toBe("-10 degrees");
    expect(read({ title: "'tis the season" }).values.title).toBe("'tis the season");
  });
});
