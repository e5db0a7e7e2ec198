import { NET_QUANTITY_UNITS } from "../../contract/catalogue/schemas.ts";
import { product } from "../database/schema.ts";
import type { Paise } from "../money.ts";
import {
  amount,
  dateTime,
  escapedText,
  flag,
  list,
  matching,
  oneOf,
  optional,
  picture,
  question,
  slug,
  text,
  texts,
  wholeNumber,
} from "./csv-cells.ts";
import {
  type CsvColumn,
  type CsvRule,
  csvColumns,
  headerOf,
  type Problem,
  type ReadRow,
  readRow,
  writeRow,
} from "./csv-table.ts";

/**
 * Where each column of the table `product` appears: CSV header, import, export and the product's endpoint derive from this map. A table
 * column that is missing here does not compile.
 */

type ProductRow = typeof product.$inferSelect;
type ProductField = keyof ProductRow;

/** Fields whose type in the file differs from the table's. */
interface ValuesInFile {
  /** Slug of a subcategory, or of a category for a product in none of its subcategories. */
  categoryId: string;
  /** Stored paths, or names of files beside the product file. */
  images: string[];
  /** ISO 8601; null: now for a new product, unchanged for an existing one. */
  createdAt: string | null;
}
type ValueInFile<Field extends ProductField> = Field extends keyof ValuesInFile
  ? ValuesInFile[Field]
  : ProductRow[Field];

interface ProductColumn<Field extends ProductField> {
  /** Null for a column that is derived, or set by another column of the file. */
  csv: CsvRule<ValueInFile<Field>> | null;
  /** Where the API returns it: in summaries, on the product page only, or nowhere. */
  api: "summary" | "page" | "nowhere";
}

const shortText = optional(text(60));

/** In the order of the exported file. */
export const PRODUCT_COLUMNS = {
  slug: { csv: { name: "slug", cell: slug }, api: "summary" },
  sku: { csv: { name: "sku", cell: text(64, { required: true }) }, api: "page" },
  title: { csv: { name: "title", cell: text(200, { required: true }) }, api: "summary" },
  subTitle: { csv: { name: "sub_title", cell: text(300), missing: "" }, api: "summary" },
  description: { csv: { name: "description", cell: text(20_000, { lines: true }), missing: "" }, api: "page" },
  categoryId: { csv: { name: "category", cell: slug }, api: "page" },
  pricePaise: { csv: { name: "price", cell: amount }, api: "summary" },
  originalPricePaise: { csv: { name: "original_price", cell: optional(amount), missing: null }, api: "summary" },
  stock: { csv: { name: "stock", cell: wholeNumber(0, 10_000_000), missing: 0 }, api: "page" },
  isFeatured: { csv: { name: "featured", cell: flag, missing: false }, api: "summary" },
  isBestseller: { csv: { name: "bestseller", cell: flag, missing: false }, api: "summary" },
  keyBenefits: {
    csv: { name: "key_benefits", cell: texts("|", text(500, { lines: true })), missing: [] },
    api: "page",
  },
  howToUse: { csv: { name: "how_to_use", cell: texts("|", text(1000, { lines: true })), missing: [] }, api: "page" },
  faqs: { csv: { name: "faqs", cell: list("|", question), missing: [] }, api: "page" },
  topNotes: { csv: { name: "top_notes", cell: texts(",", text(60)), missing: [] }, api: "page" },
  heartNotes: { csv: { name: "heart_notes", cell: texts(",", text(60)), missing: [] }, api: "page" },
  baseNotes: { csv: { name: "base_notes", cell: texts(",", text(60)), missing: [] }, api: "page" },
  keywords: { csv: { name: "keywords", cell: texts(",", text(60)), missing: [] }, api: "nowhere" },
  scentFamily: { csv: { name: "scent_family", cell: shortText, missing: null }, api: "page" },
  concentration: { csv: { name: "concentration", cell: shortText, missing: null }, api: "page" },
  longevity: { csv: { name: "longevity", cell: shortText, missing: null }, api: "page" },
  sillage: { csv: { name: "sillage", cell: shortText, missing: null }, api: "page" },
  netQuantity: { csv: { name: "net_quantity", cell: wholeNumber(1, 1_000_000) }, api: "page" },
  netQuantityUnit: { csv: { name: "net_quantity_unit", cell: oneOf(...NET_QUANTITY_UNITS) }, api: "page" },
  ingredients: { csv: { name: "ingredients", cell: text(10_000, { lines: true }), missing: "" }, api: "page" },
  allergens: { csv: { name: "allergens", cell: texts(",", text(120)), missing: [] }, api: "page" },
  countryOfOrigin: { csv: { name: "country_of_origin", cell: text(60, { required: true }) }, api: "page" },
  shelfLifeMonths: { csv: { name: "shelf_life_months", cell: wholeNumber(0, 1200) }, api: "page" },
  hsn: {
    csv: { name: "hsn", cell: matching(/^\d{4}(\d{2}){0,2}$/, "is not an HSN code of 4, 6 or 8 digits") },
    api: "nowhere",
  },
  gstPercent: { csv: { name: "gst_percent", cell: wholeNumber(0, 100) }, api: "nowhere" },
  pairedWith: { csv: { name: "paired_with", cell: list(",", slug), missing: [] }, api: "nowhere" },
  images: { csv: { name: "images", cell: list("|", escapedText("|", picture)), missing: [] }, api: "summary" },
  createdAt: { csv: { name: "created_at", cell: optional(dateTime), missing: null }, api: "summary" },

  /** Set by `category`. */
  subcategoryId: { csv: null, api: "page" },
  id: { csv: null, api: "summary" },
  inStock: { csv: null, api: "summary" },
  notes: { csv: null, api: "summary" },
  ratingCounts: { csv: null, api: "page" },
  reviewCount: { csv: null, api: "summary" },
  ratingSum: { csv: null, api: "summary" },
  updatedAt: { csv: null, api: "nowhere" },
} as const satisfies { [Field in ProductField]: ProductColumn<Field> };

type Columns = typeof PRODUCT_COLUMNS;
/** Fields that a product file has a column for. */
type CsvField = { [Field in ProductField]: Columns[Field]["csv"] extends null ? never : Field }[ProductField];
/** Fields of summaries, or of the product page only. */
export type ApiField<Where extends "summary" | "page"> = {
  [Field in ProductField]: Columns[Field]["api"] extends Where ? Field : never;
}[ProductField];

/** Their columns, as a Drizzle selection. */
export function apiColumns<Where extends "summary" | "page">(where: Where) {
  const fields = (Object.keys(PRODUCT_COLUMNS) as ProductField[]).filter(
    (field) => PRODUCT_COLUMNS[field].api === where,
  );
  return Object.fromEntries(fields.map((field) => [field, product[field]])) as {
    [Field in ApiField<Where>]: (typeof product)[Field];
  };
}

/** A row of a product file; prices are paise. */
export type CsvProduct = { [Field in CsvField]: ValueInFile<Field> };

/** The columns of the product file, in the order of the exported file; an imported file may have any order. */
export const CSV_COLUMNS = csvColumns<CsvField>(
  Object.fromEntries(Object.entries(PRODUCT_COLUMNS).map(([field, { csv }]) => [field, csv])),
);

export const csvHeader = (): string[] => headerOf(CSV_COLUMNS);
export const writeProduct = (values: CsvProduct): string[] => writeRow(CSV_COLUMNS, values);

export interface ReadProduct extends ReadRow {
  values: Partial<CsvProduct>;
}

/** Reads a row of a product file, and checks its prices against each other. */
export function readProduct(fileColumns: readonly CsvColumn[], cells: readonly string[], row: number): ReadProduct {
  const read: ReadProduct = readRow(fileColumns, cells, row);
  const { pricePaise: price, originalPricePaise: originalPrice } = read.values;
  if (price !== undefined && originalPrice && originalPrice <= price)
    read.problems.push(originalPriceProblem(read, price, originalPrice));
  return read;
}

/** The problem of an MRP that is not above the price. */
export function originalPriceProblem(
  { row, slug }: Pick<ReadRow, "row" | "slug">,
  price: Paise,
  originalPrice: Paise,
): Problem {
  const message = `${amount.write(originalPrice)} is not above the price of ${amount.write(price)}; leave it empty when there is no discount`;
  return { row, slug, column: "original_price", message };
}
