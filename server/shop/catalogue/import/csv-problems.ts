import { CsvFileProblem, type CsvRow, readCsvFile } from "./csv-file.ts";
import { type ColumnMapping, type CsvColumn, isHeaderOf, type Problem, readHeader } from "./csv-table.ts";

/** Maximum number of reported problems; further ones are only counted. */
const MAX_REPORTED = 50;

/** Collects the problems of a file while it is read. */
export interface Problems {
  count: number;
  /** The maximum of reported problems; further ones are only counted. */
  readonly max: number;
  add(problem: Problem): void;
  /** Returns the first `max`, by row. */
  reported(): Problem[];
}

export function createProblems(max = MAX_REPORTED): Problems {
  const problems: Problem[] = [];
  return {
    count: 0,
    max,
    add(problem) {
      this.count++;
      problems.push(withoutNul(problem));
      // Problems arrive almost in the order of rows, so a few more than `max` are collected before sorting.
      if (problems.length >= 4 * max) problems.sort(byRow).splice(max);
    },
    reported: () => problems.sort(byRow).slice(0, max),
  };
}

const byRow = (a: Problem, b: Problem) => (a.row ?? Number.MAX_SAFE_INTEGER) - (b.row ?? Number.MAX_SAFE_INTEGER);

interface FileBatch<Row> {
  rows: Row[];
  /** The columns of the file, in its order. */
  fileColumns: readonly CsvColumn[];
  /** Number of bytes read so far. */
  bytes: number;
}

/**
 * Reads a CSV file with these columns in batches of `size` rows. Adds what cannot be read to `problems`.
 * @throws the file system's error when the file cannot be opened
 */
export async function* readBatches<Row>(
  file: string,
  {
    columns,
    mapping,
    readRow,
    problems,
    size,
  }: {
    columns: readonly CsvColumn[];
    mapping?: ColumnMapping | undefined;
    readRow(fileColumns: readonly CsvColumn[], cells: readonly string[], row: number): Row;
    problems: Problems;
    size: number;
  },
): AsyncGenerator<FileBatch<Row>> {
  let fileColumns: readonly CsvColumn[] | undefined;
  let rows: Row[] = [];
  let last: CsvRow | undefined;
  try {
    for await (const read of readCsvFile(file, isHeaderOf(mapping))) {
      last = read;
      if (!fileColumns) {
        const header = readHeader(columns, read, mapping);
        if ("problems" in header) {
          for (const problem of header.problems) problems.add(problem);
          return;
        }
        fileColumns = header.fileColumns;
        continue;
      }
      rows.push(readRow(fileColumns, read.cells, read.row));
      if (rows.length < size) continue;
      yield { rows, fileColumns, bytes: read.bytes };
      rows = [];
    }
  } catch (error) {
    if (!(error instanceof CsvFileProblem)) throw error;
    problems.add({ row: error.row, slug: null, column: null, message: error.message });
  }
  if (rows.length > 0 && last && fileColumns) yield { rows, fileColumns, bytes: last.bytes };
  if (!last && problems.count === 0)
    problems.add({
      row: null,
      slug: null,
      column: null,
      message: "the file is empty; its first row must name the columns",
    });
}

/** Writes NUL as its symbol: PostgreSQL stores none, and the problem may be that a cell has one. */
const withoutNul = <T extends object>(problem: T): T =>
  Object.fromEntries(
    Object.entries(problem).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("\0", "\u2400") : value,
    ]),
  ) as T;
