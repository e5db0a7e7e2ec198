import { CsvFileProblem, type CsvRow, readCsvFile } from "./csv-file.ts";
import { type CsvColumn, type Problem, readHeader } from "./csv-table.ts";

/** How many problems are told; the others are counted. */
export const MAX_TOLD = 50;

/** What is wrong with a file, gathered while it is read. */
export interface Problems {
  count: number;
  add(problem: Problem): void;
  /** The first ones, by row. */
  told(): Problem[];
}

export function createProblems(): Problems {
  const kept: Problem[] = [];
  return {
    count: 0,
    add(problem) {
      this.count++;
      kept.push(problem);
      // Problems come almost in the order of the rows; a late one may belong before those that are kept.
      if (kept.length >= 4 * MAX_TOLD) kept.sort(byRow).splice(MAX_TOLD);
    },
    told: () => kept.sort(byRow).slice(0, MAX_TOLD),
  };
}

const byRow = (a: Problem, b: Problem) => (a.row ?? Number.MAX_SAFE_INTEGER) - (b.row ?? Number.MAX_SAFE_INTEGER);

interface FileBatch<Row> {
  rows: Row[];
  /** The columns that the file has. */
  order: readonly CsvColumn[];
  /** How far the file is read. */
  bytes: number;
}

/**
 * Reads a file of rows with these columns, so many rows at once. What cannot be read goes to `problems`.
 * @throws the file system's error when the file cannot be opened
 */
export async function* readBatches<Row>(
  file: string,
  {
    columns,
    readRow,
    problems,
    size,
  }: {
    columns: readonly CsvColumn[];
    readRow(order: readonly CsvColumn[], cells: readonly string[], row: number): Row;
    problems: Problems;
    size: number;
  },
): AsyncGenerator<FileBatch<Row>> {
  let order: readonly CsvColumn[] | undefined;
  let rows: Row[] = [];
  let last: CsvRow | undefined;
  try {
    for await (const read of readCsvFile(file)) {
      last = read;
      if (!order) {
        const header = readHeader(columns, read.cells);
        if ("problems" in header) {
          for (const problem of header.problems) problems.add(problem);
          return;
        }
        order = header.order;
        continue;
      }
      rows.push(readRow(order, read.cells, read.row));
      if (rows.length < size) continue;
      yield { rows, order, bytes: read.bytes };
      rows = [];
    }
  } catch (error) {
    if (!(error instanceof CsvFileProblem)) throw error;
    problems.add({ row: error.row, slug: null, column: null, message: error.message });
  }
  if (rows.length > 0 && last && order) yield { rows, order, bytes: last.bytes };
  if (!last && problems.count === 0)
    problems.add({
      row: null,
      slug: null,
      column: null,
      message: "the file is empty; its first row must name the columns",
    });
}
