import type { category } from "../database/schema.ts";
import { orNothing, picture, slug, text, wholeNumber } from "./csv-cells.ts";
import { type CsvRule, csvColumns } from "./csv-table.ts";

/** What becomes of every column of the table `category` in a category file. A column that is added to the table and not here does not compile. */

type CategoryRow = typeof category.$inferSelect;

/** Fields whose cells hold something else than the table does. */
interface ValuesInFile {
  /** Slug of the category that a subcategory belongs to; null for a category of the menu. */
  parentId: string | null;
  /** A stored path, or the name of a file beside the category file. */
  image: string | null;
  /** Null for behind the others. */
  position: number | null;
}
type ValueInFile<Field extends keyof CategoryRow> = Field extends keyof ValuesInFile
  ? ValuesInFile[Field]
  : CategoryRow[Field];

const COLUMNS = {
  slug: { name: "slug", cell: slug },
  name: { name: "name", cell: text(120, { required: true }) },
  parentId: { name: "parent", cell: orNothing(slug), missing: null },
  position: { name: "position", cell: orNothing(wholeNumber(0, 10_000)), missing: null },
  description: { name: "description", cell: text(1000), missing: "" },
  image: { name: "image", cell: orNothing(picture), missing: null },
  id: null,
} as const satisfies { [Field in keyof CategoryRow]: CsvRule<ValueInFile<Field>> | null };

type CsvField = {
  [Field in keyof CategoryRow]: (typeof COLUMNS)[Field] extends null ? never : Field;
}[keyof CategoryRow];

/** A category as a file has it. */
export type CsvCategory = { [Field in CsvField]: ValueInFile<Field> };

/** In the order in which they are written; read in any order. */
export const CATEGORY_COLUMNS = csvColumns<CsvField>(COLUMNS);
