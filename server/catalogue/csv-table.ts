import { type Cell, CellProblem, readGuarded, shown, slug as slugCell, writeGuarded } from "./csv-cells.ts";

/** A CSV file whose first row names its columns and whose other rows are known by their slug. Pure. */

/** What a file says of one column of a table. */
export interface CsvRule<Value> {
  name: string;
  cell: Cell<Value>;
  /** What a new row gets when the file has no such column; without it a new row needs the column. */
  missing?: Value;
}

/** A rule whatever its values are: a cell takes back what it has read. */
type AnyRule = Omit<CsvRule<unknown>, "cell"> & { cell: { read(cell: string): unknown; write(value: never): string } };

export interface CsvColumn {
  /** As the first row of the file names it. */
  name: string;
  /** As the row's values name it. */
  field: string;
  /** Whether a new row needs the column. */
  required: boolean;
  /** What a new row gets when the file has no such column. */
  missing: unknown;
  /** @throws CellProblem */
  read(cell: string): unknown;
  write(value: unknown): string;
}

/** The columns of a file by the rules of a table's columns; a column without a rule is not in the file. */
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
  /** The spreadsheet's number of the row, the first row is 1; null for what concerns the whole file. */
  row: number | null;
  /** The row's slug; null where it cannot be read. */
  slug: string | null;
  /** The column's name; null for what concerns the whole row. */
  column: string | null;
  message: string;
}

/** "row 4 (rose-of-kannauj), price: …" */
export function describeProblem({ row, slug, column, message }: Problem): string {
  if (row === null) return message;
  const where = slug === null ? `row ${row}` : `row ${row} (${slug})`;
  return column === null ? `${where}: ${message}` : `${where}, ${column}: ${message}`;
}

/** Which column each cell of a row belongs to, or what is wrong with the first row. Only the column "slug" has to be there. */
export function readHeader(
  columns: readonly CsvColumn[],
  cells: readonly string[],
): { order: readonly CsvColumn[] } | { problems: Problem[] } {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  if (names.length === 1 && /[;\t]/.test(names[0] ?? ""))
    return { problems: [headerProblem("the columns must be separated by commas")] };
  const order = names.map((name) => columns.find((known) => known.name === name));
  const problems = [
    ...names.flatMap((name, at) => (order[at] ? [] : [headerProblem(`there is no column ${shown(name)}`)])),
    ...names.flatMap((name, at) =>
      names.indexOf(name) < at ? [headerProblem(`the column ${name} is named twice`)] : [],
    ),
    ...(names.includes("slug") ? [] : [headerProblem("the column slug is missing")]),
    ...(names.length === 1 && order[0] ? [headerProblem("there is only the column slug, so nothing to store")] : []),
  ];
  return problems.length > 0 ? { problems } : { order: order.filter((found) => found !== undefined) };
}

const headerProblem = (message: string): Problem => ({ row: 1, slug: null, column: null, message });

export interface ReadRow {
  row: number;
  /** Null where it cannot be read. */
  slug: string | null;
  /** What could be read, by field; all of it when there are no problems. */
  values: Record<string, unknown>;
  problems: Problem[];
}

/** Reads every cell of a row, so that all its problems are told at once. */
export function readRow(order: readonly CsvColumn[], cells: readonly string[], row: number): ReadRow {
  const slug = slugOf(order, cells);
  if (cells.length !== order.length) {
    const message = `has ${cells.length} cells, the first row has ${order.length}`;
    return { row, slug, values: {}, problems: [{ row, slug, column: null, message }] };
  }
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  order.forEach(({ name, field, read }, at) => {
    try {
      values[field] = read(readGuarded(cells[at] ?? ""));
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      problems.push({ row, slug, column: name, message: error.message });
    }
  });
  return { row, slug, values, problems };
}

function slugOf(order: readonly CsvColumn[], cells: readonly string[]): string | null {
  try {
    return slugCell.read(readGuarded(cells[order.findIndex(({ name }) => name === "slug")] ?? ""));
  } catch {
    return null;
  }
}

export function headerOf(columns: readonly CsvColumn[]): string[] {
  return columns.map(({ name }) => name);
}

export function writeRow(columns: readonly CsvColumn[], values: object): string[] {
  const byField = values as Record<string, unknown>;
  return columns.map(({ field, write }) => writeGuarded(write(byField[field])));
}
