/** A CSV file whose first row names its columns, and whose other rows a slug identifies. Pure. */

import { beginningOf, cleanLine } from "../../../../contract/text.ts";
import { type Cell, CellProblem, escapeFormula, quoted, slug as slugCell, unescapeFormula } from "./csv-cells.ts";

/** How a CSV file represents a table's column. */
export interface CsvRule<Value> {
  name: string;
  cell: Cell<Value>;
  /** The default of a new row when the file lacks the column; without a default the column is required for new rows. */
  missing?: Value;
}

/** Required of the rule of a column that the fields of the back office (contract/admin) lack: where else staff sets it. */
export interface OutsideFields {
  backOffice: "under another name" | "by another request" | "nowhere";
}

/** A CsvRule with values of any type. */
type AnyRule = Omit<CsvRule<unknown>, "cell"> & { cell: { read(cell: string): unknown; write(value: never): string } };

export interface CsvColumn {
  /** Its heading in the file. */
  name: string;
  /** The field of the row's values. */
  field: string;
  /** Whether a new row needs the column. */
  required: boolean;
  /** The default of a new row when the file lacks the column. */
  missing: unknown;
  /** @throws CellProblem */
  read(cell: string): unknown;
  write(value: unknown): string;
}

/** Builds a file's columns from the rules of a table's columns; a column without a rule is not in the file. */
export function csvColumns<Field extends string>(
  rules: Readonly<Record<string, AnyRule | null>>,
): (CsvColumn & { field: Field })[] {
  return Object.entries(rules).flatMap(([field, rule]) => {
    if (!rule) return [];
    const { read, write } = rule.cell as Cell<unknown>;
    return {
      name: rule.name,
      field: field as Field,
      required: !("missing" in rule),
      missing: rule.missing,
      read,
      write,
    };
  });
}

export interface Problem {
  /** The row's number in a spreadsheet, from 1; null for the whole file. */
  row: number | null;
  /** The row's slug; null if invalid. */
  slug: string | null;
  /** The column's name; null for the whole row. */
  column: string | null;
  message: string;
  /** The cell's content, truncated; missing unless a single cell is wrong. */
  cell?: string;
}

/** Maximum length of a cell in a problem. */
const MAX_SHOWN_CELL = 200;
/** The field of columns that are not imported. */
export const IGNORED = "(ignored)";

/** Formats "row 4 (rose-of-kannauj), price: …". */
export function describeProblem({ row, slug, column, message }: Problem): string {
  if (row === null) return message;
  const where = slug === null ? `row ${row}` : `row ${row} (${slug})`;
  return column === null ? `${where}: ${message}` : `${where}, ${column}: ${message}`;
}

/** Makes a problem's message a sentence of its own. */
export const problemSentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** Columns by heading; "" for a heading that is not imported. */
export type ColumnMapping = ReadonlyMap<string, string>;

/** A heading as it is shown and remembered. */
export const headingOf = (cell: string): string => cleanLine(cell).trim();

/** The headings up to the last one with content: spreadsheets leave empty ones behind, under which nothing may stand. */
export const namedHeadings = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

/** The name of the column that a heading means by itself: "Original price" is original_price. */
export const columnNamed = (heading: string): string => heading.toLowerCase().replace(/[\s-]+/g, "_");

const HEADING_WORDS: Readonly<Record<string, string>> = {
  ...{
    no: "number",
    num: "number",
    nos: "number",
    amt: "amount",
    collectible: "collectable",
    airwaybill: "airway bill",
  },
  ...{ rs: "", inr: "", rupees: "", in: "" },
};

/** A heading of couriers and providers in plain words: "AWB No.", "AWB_Number" and "awb #" are "awb number"; a currency is left out. */
export const plainHeading = (cell: string): string =>
  headingOf(cell)
    .toLowerCase()
    .replaceAll("#", " number ")
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => HEADING_WORDS[word] ?? word)
    .filter(Boolean)
    .join(" ")
    .replace(/\bway bill\b/, "waybill");

const TOTAL = /^\W*(?:(?:grand|sub|net)\W*)?total\b/i;
/** Whether a row says that it is a total, in place of its number or beside none. @param numberAt the column of what identifies a row */
export function isTotalRow(cells: readonly string[], numberAt: number): boolean {
  const number = cells[numberAt]?.trim() ?? "";
  return number === "" ? cells.some((cell) => TOTAL.test(cell)) : TOTAL.test(number);
}

/** Recognises the row of the headings: the one that has those of the mapping, else the column that every file needs. */
export function isHeaderOf(mapping?: ColumnMapping): (cells: readonly string[]) => boolean {
  const known = [...(mapping?.keys() ?? [])].filter((heading) => heading !== "");
  return (cells) => {
    const headings = cells.map(headingOf);
    return known.length > 0
      ? known.every((heading) => headings.includes(heading))
      : headings.some((heading) => columnNamed(heading) === "slug");
  };
}

/**
 * Reads the row of the headings. Only the column "slug" is required.
 * @param mapping by heading, if headings are not the names of columns
 * @returns the file's columns, or the problems of the header
 */
export function readHeader(
  columns: readonly CsvColumn[],
  { row, cells }: { row: number; cells: readonly string[] },
  mapping?: ColumnMapping,
): { fileColumns: readonly CsvColumn[] } | { problems: Problem[] } {
  const headerProblem = (message: string): Problem => ({ row, slug: null, column: null, message });
  const headings = cells.map((cell) => mapping?.get(headingOf(cell)) ?? columnNamed(headingOf(cell)));
  const names = headings.filter((name) => name !== "");
  const columnOf = (name: string) => columns.find((known) => known.name === name);
  const fileColumns = names.map(columnOf);
  const problems = [
    ...names.flatMap((name, at) => (fileColumns[at] ? [] : [headerProblem(`there is no column ${quoted(name)}`)])),
    ...names.flatMap((name, at) =>
      names.indexOf(name) < at ? [headerProblem(`the column ${name} is named twice`)] : [],
    ),
    ...(names.includes("slug") ? [] : [headerProblem("the column slug is missing")]),
    ...(names.length === 1 && fileColumns[0]
      ? [headerProblem("there is only the column slug, so nothing to store")]
      : []),
  ];
  if (problems.length > 0) return { problems };
  return {
    fileColumns: headings.map((name, at) => columnOf(name) ?? (cells[at]?.trim() ? ignoredColumn : unnamedColumn)),
  };
}

/** A column that is not imported: its cells read as `undefined`, which is neither staged nor compared. */
const ignoredColumn: CsvColumn = {
  name: IGNORED,
  field: IGNORED,
  required: false,
  missing: undefined,
  read: () => undefined,
  write: () => "",
};

/** A column without a heading: spreadsheets leave empty ones behind. */
const unnamedColumn: CsvColumn = {
  ...ignoredColumn,
  read(cell) {
    if (cell.trim() !== "") throw new CellProblem(`${quoted(cell)} is in a column without a heading`);
  },
};

/**
 * The cells of a row, one for each column: spreadsheets leave out empty cells at a row's end, or write more of them.
 * @returns null if the row has more cells than there are columns
 */
export function fitCells(cells: readonly string[], columns: number): readonly string[] | null {
  if (cells.slice(columns).some((cell) => cell.trim() !== "")) return null;
  return Array.from({ length: columns }, (_, at) => cells[at] ?? "");
}

export interface ReadRow {
  row: number;
  /** Null if invalid. */
  slug: string | null;
  /** The valid cells by field. */
  values: Record<string, unknown>;
  problems: Problem[];
}

/** Reads every cell of a row, so that all its problems are reported at once. */
export function readRow(fileColumns: readonly CsvColumn[], read: readonly string[], row: number): ReadRow {
  const slug = slugOf(fileColumns, read);
  const cells = fitCells(read, fileColumns.length);
  if (!cells) {
    const message = `has ${read.length} cells, the first row has ${fileColumns.length}`;
    return { row, slug, values: {}, problems: [{ row, slug, column: null, message }] };
  }
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  fileColumns.forEach(({ name, field, read }, at) => {
    try {
      values[field] = read(unescapeFormula(cells[at] ?? ""));
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      const cell = beginningOf(cells[at] ?? "", MAX_SHOWN_CELL);
      problems.push({ row, slug, column: name, message: error.message, cell });
    }
  });
  return { row, slug, values, problems };
}

function slugOf(fileColumns: readonly CsvColumn[], cells: readonly string[]): string | null {
  try {
    return slugCell.read(unescapeFormula(cells[fileColumns.findIndex(({ name }) => name === "slug")] ?? ""));
  } catch {
    return null;
  }
}

export function headerOf(columns: readonly CsvColumn[]): string[] {
  return columns.map(({ name }) => name);
}

export function writeRow(columns: readonly CsvColumn[], values: object): string[] {
  const byField = values as Record<string, unknown>;
  return columns.map(({ field, write }) => escapeFormula(write(byField[field])));
}
