/**
 * Maps each column of the tables `product` and `variant`. CSV header, import, export and the product's endpoint derive from these maps. A
 * missing column does not compile.
 */

import type { productFields, sizeFields, sizePlace, sizePrices } from "../../../../contract/admin/product-fields.ts";
import { PRODUCT_LIMITS as MAX } from "../../../../contract/catalogue/product-limits.ts";
import { NET_QUANTITY_UNITS, PRODUCT_STATES, type ProductState } from "../../../../contract/catalogue/schemas.ts";
import type { Paise } from "../../../base/money.ts";
import { product, type variant } from "../../../platform/database/schema.ts";
import {
  amount,
  barcode,
  claim,
  country,
  dateTime,
  day,
  escapedText,
  flag,
  list,
  matching,
  oneOf,
  optional,
  picture,
  question,
  scentPairing,
  setEntry,
  slug,
  text,
  texts,
  wholeNumber,
} from "./csv-cells.ts";
import {
  type CsvColumn,
  type CsvRule,
  csvColumns,
  fitCells,
  headerOf,
  IGNORED,
  type OutsideFields,
  type Problem,
  type ReadRow,
  readRow,
  writeRow,
} from "./csv-table.ts";

type ProductRow = typeof product.$inferSelect;
type ProductField = keyof ProductRow;
type VariantRow = typeof variant.$inferSelect;
/** The columns of `variant`, and what other tables store about a variant. */
interface VariantValues extends Omit<VariantRow, "label" | "position" | "image"> {
  /** Null for the net quantity. */
  label: string | null;
  /** Null puts a new size after the others, and leaves an existing one unchanged. */
  position: number | null;
  /** A stored path, or the name of a file beside the product file. */
  image: string | null;
  /** The number of available units. */
  stock: number;
  /** The number of available units from which `stock` was changed; null if the file does not say it. */
  stockBefore: number | null;
  /** Whether staff states that the packs in stock carry the MRP of the row; null if not. */
  packsCarryMrp: boolean | null;
  gstPercent: number;
  /** The day from which `gstPercent` applies; null for today if the rate has changed, and for always if the size is new. */
  gstValidFrom: string | null;
}

/** Fields of a product whose type in the file differs from the table's. */
interface ValuesInFile {
  /** The slug of a subcategory, or of a category if the product is in none of its subcategories. */
  categoryId: string;
  /** Stored paths, or names of files beside the product file. */
  images: string[];
  /** ISO 8601; null for now if the product is new, and for unchanged otherwise. */
  createdAt: string | null;
  /** Null for unchanged; a new product gets the import's default. */
  state: ProductState | null;
}
type ValueInFile<Field extends ProductField> = Field extends keyof ValuesInFile
  ? ValuesInFile[Field]
  : ProductRow[Field];

interface ProductColumn<Field extends ProductField> {
  /** Null for a column that is derived, or that another column of the file sets. */
  csv: (CsvRule<ValueInFile<Field>> & Guard<Field, keyof typeof productFields>) | null;
  /** Where the API returns it: in summaries, only on the product page, or nowhere. */
  api: "summary" | "page" | "nowhere";
}
/** Lets no column of the file lack its field in the back office. */
type Guard<Field, BackOfficeField> = Field extends BackOfficeField ? unknown : OutsideFields;
type SizeField = keyof (typeof sizeFields & typeof sizePrices & typeof sizePlace);
const shortText = optional(text(MAX.fact));

const size = optional(wholeNumber(1, MAX.measure));

/** The file's columns of a size, in the order of the exported file; null for a column that is not in the file. */
const VARIANT_COLUMNS = {
  sku: { name: "sku", cell: text(MAX.sku, { required: true }) },
  label: { name: "size", cell: optional(text(MAX.sizeLabel)), missing: null },
  position: { name: "size_position", cell: optional(wholeNumber(0, 999)), missing: null },
  pricePaise: { name: "price", cell: amount, backOffice: "under another name" },
  originalPricePaise: {
    name: "original_price",
    cell: optional(amount),
    missing: null,
    backOffice: "under another name",
  },
  packsCarryMrp: {
    name: "packs_carry_mrp",
    cell: optional(flag),
    missing: null,
  },
  onSale: { name: "on_sale", cell: flag, missing: true },
  stock: { name: "stock", cell: wholeNumber(0, MAX.stock), missing: 0, backOffice: "by another request" },
  stockBefore: {
    name: "stock_before",
    cell: optional(wholeNumber(0, MAX.stock)),
    missing: null,
    backOffice: "nowhere",
  },
  netQuantity: { name: "net_quantity", cell: wholeNumber(1, MAX.netQuantity) },
  netQuantityUnit: { name: "net_quantity_unit", cell: oneOf(...NET_QUANTITY_UNITS) },
  weightGrams: { name: "weight_grams", cell: size, missing: null },
  lengthMm: { name: "length_mm", cell: size, missing: null },
  widthMm: { name: "width_mm", cell: size, missing: null },
  heightMm: { name: "height_mm", cell: size, missing: null },
  barcode: { name: "barcode", cell: optional(barcode), missing: null },
  // May be empty in a draft, as may country_of_origin: see import-publishing.ts.
  hsn: { name: "hsn", cell: matching(/^(\d{4}(\d{2}){0,2})?$/, "is not an HSN code of 4, 6 or 8 digits") },
  gstPercent: { name: "gst_percent", cell: wholeNumber(0, 100) },
  gstValidFrom: { name: "gst_valid_from", cell: optional(day), missing: null, backOffice: "under another name" },
  image: { name: "size_image", cell: optional(picture), missing: null, backOffice: "nowhere" },
  id: null,
  productId: null,
} as const satisfies {
  [Field in keyof VariantValues]: null | (CsvRule<VariantValues[Field]> & Guard<Field, SizeField>);
};

/** The file's columns of a product, in the order of the exported file. */
const PRODUCT_COLUMNS = {
  slug: { csv: { name: "slug", cell: slug }, api: "summary" },
  title: { csv: { name: "title", cell: text(MAX.title, { required: true }) }, api: "summary" },
  subTitle: { csv: { name: "sub_title", cell: text(MAX.subTitle), missing: "" }, api: "summary" },
  description: { csv: { name: "description", cell: text(MAX.description, { lines: true }), missing: "" }, api: "page" },
  commonName: { csv: { name: "common_name", cell: shortText, missing: null }, api: "page" },
  categoryId: { csv: { name: "category", cell: slug, backOffice: "under another name" }, api: "page" },
  isFeatured: { csv: { name: "featured", cell: flag, missing: false }, api: "summary" },
  isBestseller: { csv: { name: "bestseller", cell: flag, missing: false }, api: "summary" },
  keyBenefits: {
    csv: { name: "key_benefits", cell: texts("|", text(MAX.keyBenefit, { lines: true })), missing: [] },
    api: "page",
  },
  howToUse: {
    csv: { name: "how_to_use", cell: texts("|", text(MAX.howToUse, { lines: true })), missing: [] },
    api: "page",
  },
  faqs: { csv: { name: "faqs", cell: list("|", question), missing: [] }, api: "page" },
  topNotes: { csv: { name: "top_notes", cell: texts(",", text(MAX.note)), missing: [] }, api: "page" },
  heartNotes: { csv: { name: "heart_notes", cell: texts(",", text(MAX.note)), missing: [] }, api: "page" },
  baseNotes: { csv: { name: "base_notes", cell: texts(",", text(MAX.note)), missing: [] }, api: "page" },
  keywords: { csv: { name: "keywords", cell: texts(",", text(MAX.keyword)), missing: [] }, api: "nowhere" },
  scentFamily: { csv: { name: "scent_family", cell: shortText, missing: null }, api: "page" },
  concentration: { csv: { name: "concentration", cell: shortText, missing: null }, api: "page" },
  longevity: { csv: { name: "longevity", cell: shortText, missing: null }, api: "page" },
  sillage: { csv: { name: "sillage", cell: shortText, missing: null }, api: "page" },
  setContents: { csv: { name: "set_contents", cell: texts("|", setEntry), missing: [] }, api: "page" },
  ingredients: { csv: { name: "ingredients", cell: text(MAX.ingredients, { lines: true }), missing: "" }, api: "page" },
  allergens: { csv: { name: "allergens", cell: texts(",", text(MAX.allergen)), missing: [] }, api: "page" },
  isAlcoholFree: { csv: { name: "alcohol_free", cell: flag, missing: false }, api: "nowhere" },
  countryOfOrigin: { csv: { name: "country_of_origin", cell: country }, api: "page" },
  originPlace: { csv: { name: "origin_place", cell: shortText, missing: null }, api: "page" },
  originPlant: { csv: { name: "origin_plant", cell: shortText, missing: null }, api: "page" },
  originStory: {
    csv: { name: "origin_story", cell: text(MAX.originStory, { lines: true }), missing: "" },
    api: "page",
  },
  manufacturer: { csv: { name: "manufacturer", cell: optional(text(MAX.manufacturer)), missing: null }, api: "page" },
  packer: { csv: { name: "packer", cell: optional(text(MAX.manufacturer)), missing: null }, api: "page" },
  importer: { csv: { name: "importer", cell: optional(text(MAX.manufacturer)), missing: null }, api: "page" },
  shelfLifeMonths: { csv: { name: "shelf_life_months", cell: wholeNumber(0, MAX.shelfLifeMonths) }, api: "page" },
  pairedWith: { csv: { name: "paired_with", cell: list(",", slug), missing: [] }, api: "nowhere" },
  wearWith: { csv: { name: "wear_with", cell: list("|", scentPairing), missing: [] }, api: "page" },
  claims: { csv: { name: "claims", cell: list("|", claim, MAX.claims), missing: [] }, api: "page" },
  images: { csv: { name: "images", cell: list("|", escapedText("|", picture)), missing: [] }, api: "summary" },
  metaTitle: { csv: { name: "meta_title", cell: optional(text(MAX.metaTitle)), missing: null }, api: "page" },
  metaDescription: {
    csv: { name: "meta_description", cell: optional(text(MAX.metaDescription)), missing: null },
    api: "page",
  },
  createdAt: {
    csv: { name: "created_at", cell: optional(dateTime), missing: null, backOffice: "nowhere" },
    api: "summary",
  },
  state: {
    csv: {
      name: "state",
      cell: optional(oneOf(...PRODUCT_STATES)),
      missing: null,
      backOffice: "by another request",
    },
    api: "nowhere",
  },

  publishAt: { csv: null, api: "nowhere" },
  version: { csv: null, api: "nowhere" },
  /** Set by the column `category`. */
  subcategoryId: { csv: null, api: "page" },
  firstVariantId: { csv: null, api: "summary" },
  shownVariantId: { csv: null, api: "summary" },
  shownSize: { csv: null, api: "summary" },
  pricePaise: { csv: null, api: "summary" },
  originalPricePaise: { csv: null, api: "summary" },
  lowestPricePaise: { csv: null, api: "summary" },
  highestPricePaise: { csv: null, api: "summary" },
  sizes: { csv: null, api: "summary" },
  id: { csv: null, api: "summary" },
  inStock: { csv: null, api: "summary" },
  notes: { csv: null, api: "summary" },
  ratingCounts: { csv: null, api: "page" },
  reviewCount: { csv: null, api: "summary" },
  ratingSum: { csv: null, api: "summary" },
  updatedAt: { csv: null, api: "nowhere" },
} as const satisfies { [Field in ProductField]: ProductColumn<Field> };

type Columns = typeof PRODUCT_COLUMNS;
/** Fields of a product that a product file has a column for. */
type ProductCsvField = { [Field in ProductField]: Columns[Field]["csv"] extends null ? never : Field }[ProductField];
/** Fields of summaries, or of the product page only. */
export type ApiField<Where extends "summary" | "page"> = {
  [Field in ProductField]: Columns[Field]["api"] extends Where ? Field : never;
}[ProductField];

/** Selects the columns of these fields. */
export function apiColumns<Where extends "summary" | "page">(where: Where) {
  const fields = (Object.keys(PRODUCT_COLUMNS) as ProductField[]).filter(
    (field) => PRODUCT_COLUMNS[field].api === where,
  );
  return Object.fromEntries(fields.map((field) => [field, product[field]])) as {
    [Field in ApiField<Where>]: (typeof product)[Field];
  };
}

type CsvProductValues = { [Field in ProductCsvField]: ValueInFile<Field> };
type CsvVariantValues = Omit<VariantValues, "id" | "productId">;
/** A row of a product file: a size with its product. Prices are paise. */
export type CsvProduct = CsvProductValues & CsvVariantValues;

const { slug: slugColumn, ...otherColumns } = PRODUCT_COLUMNS;
/** The columns of the product file, in the order of the exported file; an imported file may have any order. */
export const CSV_COLUMNS = csvColumns<keyof CsvProduct>({
  slug: slugColumn.csv,
  ...VARIANT_COLUMNS,
  ...Object.fromEntries(
    Object.entries(otherColumns).flatMap(([field, { csv }]) => (csv ? [[field, csv] as const] : [])),
  ),
});

const VARIANT_FIELDS = Object.keys(VARIANT_COLUMNS).filter(
  (field) => field !== "id" && field !== "productId",
) as (keyof CsvVariantValues)[];
/** Whether a field of the file belongs to the size of a row, not to its product. */
export const isVariantField = (field: string): field is keyof CsvVariantValues =>
  VARIANT_FIELDS.some((name) => name === field);

export const csvHeader = (): string[] => headerOf(CSV_COLUMNS);
export const writeProduct = (values: CsvProduct): string[] => writeRow(CSV_COLUMNS, values);

/** Writes rows in the given order. A product's further sizes have empty cells for the product's columns. */
export function writeProducts(rows: readonly CsvProduct[]): string[][] {
  return rows.map((values, at) => {
    const written = writeProduct(values);
    if (values.slug !== rows[at - 1]?.slug) return written;
    return written.map((cell, index) => {
      const field = CSV_COLUMNS[index]?.field ?? "";
      return field === "slug" || isVariantField(field) ? cell : "";
    });
  });
}

export interface ReadProduct extends ReadRow {
  values: Partial<CsvProduct>;
  /** Whether the previous row belongs to the same product. */
  isFurther?: boolean;
}

/** Reads a row of a product file, and checks its prices against each other. */
export function readProduct(fileColumns: readonly CsvColumn[], cells: readonly string[], row: number): ReadProduct {
  const read: ReadProduct = readRow(fileColumns, cells, row);
  const { pricePaise: price, originalPricePaise: originalPrice } = read.values;
  if (price !== undefined && originalPrice && originalPrice <= price)
    read.problems.push(originalPriceProblem(read, price, originalPrice));
  return read;
}

/**
 * Returns readProduct for the rows of one file, in their order. A row with the slug of the previous row is a further size of that product:
 * the product's columns may be empty there, or repeat those of the first row. A row whose product began further up is a problem, and nothing
 * else of it is read.
 */
export function createRowReader(): typeof readProduct {
  let first: { row: number; slug: string; cells: readonly string[] } | undefined;
  /** The rows in which products began. */
  const began = new Map<string, number>();
  return (fileColumns, read, row) => {
    const cells = fitCells(read, fileColumns.length) ?? read;
    const slug = cells[fileColumns.findIndex(({ name }) => name === "slug")]?.trim() ?? "";
    const beganIn = began.get(slug);
    if (beganIn !== undefined && slug !== first?.slug) {
      first = undefined;
      return { row, slug, values: {}, problems: [misplacedProblem({ row, slug }, beganIn, fileColumns)] };
    }
    if (slug !== "" && beganIn === undefined) began.set(slug, row);
    if (slug === "" || slug !== first?.slug || cells.length !== fileColumns.length) {
      first = { row, slug, cells };
      return readProduct(fileColumns, cells, row);
    }
    const { row: firstRow, cells: firstCells } = first;
    const isRepeated = (at: number) => {
      const field = fileColumns[at]?.field ?? IGNORED;
      return field !== IGNORED && !isVariantField(field);
    };
    const whole = cells.map((cell, at) => (isRepeated(at) ? (firstCells[at] ?? "") : cell));
    const further = { ...readProduct(fileColumns, whole, row), isFurther: true };
    // The first row reports the problems of the product's columns.
    further.problems = further.problems.filter(({ column }) => {
      const at = fileColumns.findIndex(({ name }) => name === column);
      return at < 0 || !isRepeated(at);
    });
    for (const [at, { name }] of fileColumns.entries()) {
      const cell = cells[at]?.trim() ?? "";
      if (isRepeated(at) && cell !== "" && cell !== firstCells[at]?.trim())
        further.problems.push({ row, slug, column: name, message: `differs from row ${firstRow}; leave it empty` });
    }
    return further;
  };
}

function misplacedProblem(
  { row, slug }: Pick<ReadRow, "row" | "slug">,
  beganIn: number,
  fileColumns: readonly CsvColumn[],
): Problem {
  // A file that names no sizes has one row for each product.
  const hasSizes = fileColumns.some(({ name }) => name === "sku" || name === "size");
  const message = hasSizes
    ? `"${slug}" begins in row ${beganIn}; the rows of a product must stand together`
    : `"${slug}" is in row ${beganIn} already`;
  return { row, slug, column: "slug", message };
}

/** Returns the problem of an MRP that is not above the price. */
export function originalPriceProblem(
  { row, slug }: Pick<ReadRow, "row" | "slug">,
  price: Paise,
  originalPrice: Paise,
): Problem {
  const message = `${amount.write(originalPrice)} is not above the price of ${amount.write(price)}; leave it empty when there is no discount`;
  return { row, slug, column: "original_price", message };
}
