/** Maps each column of the table `category` to a category file. A missing column does not compile. */

import type { categoryFields } from "../../../../contract/admin/categories.ts";
import { CATEGORY_LIMITS as MAX } from "../../../../contract/catalogue/category-limits.ts";
import type { category } from "../../../platform/database/schema.ts";
import { optional, picture, slug, text, wholeNumber } from "./csv-cells.ts";
import { type CsvRule, csvColumns, type OutsideFields } from "./csv-table.ts";

type CategoryRow = typeof category.$inferSelect;

/** Fields whose type in the file differs from the table's. */
interface ValuesInFile {
  /** The slug of a subcategory's parent category; null for a category of the menu. */
  parentId: string | null;
  /** A stored path, or the name of a file beside the category file. */
  image: string | null;
  /** Null puts it after the others. */
  position: number | null;
}
type ValueInFile<Field extends keyof CategoryRow> = Field extends keyof ValuesInFile
  ? ValuesInFile[Field]
  : CategoryRow[Field];

const COLUMNS = {
  slug: { name: "slug", cell: slug },
  name: { name: "name", cell: text(MAX.name, { required: true }) },
  parentId: { name: "parent", cell: optional(slug), missing: null, backOffice: "under another name" },
  position: {
    name: "position",
    cell: optional(wholeNumber(0, 10_000)),
    missing: null,
    backOffice: "by another request",
  },
  description: { name: "description", cell: text(MAX.description), missing: "" },
  image: { name: "image", cell: optional(picture), missing: null },
  commonName: { name: "common_name", cell: optional(text(MAX.commonName)), missing: null },
  googleCategory: { name: "google_category", cell: optional(text(MAX.googleCategory)), missing: null },
  metaTitle: { name: "meta_title", cell: optional(text(MAX.metaTitle)), missing: null },
  metaDescription: { name: "meta_description", cell: optional(text(MAX.metaDescription)), missing: null },
  id: null,
  version: null,
} as const satisfies {
  [Field in keyof CategoryRow]:
    | null
    | (CsvRule<ValueInFile<Field>> & (Field extends keyof typeof categoryFields ? unknown : OutsideFields));
};

type CsvField = {
  [Field in keyof CategoryRow]: (typeof COLUMNS)[Field] extends null ? never : Field;
}[keyof CategoryRow];

/** A row of a category file. */
export type CsvCategory = { [Field in CsvField]: ValueInFile<Field> };

/** In the order of the exported file; an imported file may have any order. */
export const CATEGORY_COLUMNS = csvColumns<CsvField>(COLUMNS);
export const CATEGORY_FIELDS = CATEGORY_COLUMNS.map(({ field }) => field);

type DefaultedField = {
  [Field in CsvField]: (typeof COLUMNS)[Field] extends { missing: unknown } ? Field : never;
}[CsvField];
/** The values of a new category that names no others. */
export const NEW_CATEGORY = Object.fromEntries(
  CATEGORY_COLUMNS.flatMap(({ field, required, missing }) => (required ? [] : [[field, missing]])),
) as Pick<CsvCategory, DefaultedField>;
