/** The rows of one file, with their cells by field. */

import type { CsvRow } from "../../shop/catalogue/import/csv-file.ts";
import { fitCells } from "../../shop/catalogue/import/csv-table.ts";
import { cleanCell } from "./cells.ts";
import type { Place } from "./moved-product.ts";
import type { Column, Field, Table } from "./tables.ts";

export interface FileRow extends Place {
  /** The cell of a field; "" if the file lacks its column. */
  cell(field: Field): string;
  has(field: Field): boolean;
  at(column: Column): string;
  /** Why the row cannot be read; its cells may stand under wrong headings. */
  problem: string;
}

export function fileRow(file: string, table: Table, { row, cells: read }: Pick<CsvRow, "row" | "cells">): FileRow {
  const cells = fitCells(read, table.headings.length);
  return {
    file,
    row,
    cell: (field) => cleanCell(read[table.columns[field]?.at ?? -1]),
    has: (field) => field in table.columns,
    at: ({ at }) => cleanCell(read[at]),
    problem: cells
      ? ""
      : `the row has ${read.length} cells, the headings are ${table.headings.length}: quotation marks are missing in it; please export it again, without a spreadsheet`,
  };
}

export const headingsOf = (table: Table): Partial<Record<Field, string>> =>
  Object.fromEntries(Object.entries(table.columns).map(([field, { heading }]) => [field, heading]));

export const furtherOf = (table: Table, row: FileRow): Record<string, string> =>
  Object.fromEntries(table.further.flatMap((column) => (row.at(column) ? [[column.heading, row.at(column)]] : [])));
