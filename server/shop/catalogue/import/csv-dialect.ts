/** How a file from outside separates its cells and lines, and where its headings are. */

import { parse } from "csv-parse/sync";

/** What is needed to read a file's rows. */
export interface Dialect {
  separator: string;
  lineEnds: string[];
  /** Whether the file begins with `sep=;`, which spreadsheets obey and do not show. */
  hasSeparatorLine: boolean;
  /** The row of the headings, from 1. */
  headingsRow: number;
}

/** Whether a row is the headings that a file needs. */
export type IsHeadings = (cells: readonly string[]) => boolean;

/** Rows in which the headings must be. */
const HEAD_ROWS = 30;
const SEPARATORS = [",", ";", "\t"] as const;

/** Recognises by its content what is no CSV file, whatever its name. @param text the beginning, decoded @returns the way out, or null */
export function notATable(head: Buffer, text: string): string | null {
  const begins = head.toString("latin1", 0, 4);
  // The containers of .xlsx and .xls.
  if (begins === "PK\x03\x04" || begins === "\xd0\xcf\x11\xe0") return "this is an Excel file: save it as CSV UTF-8";
  if (/^\s{0,8}</.test(text))
    return "this is a web page, whatever its name: open it in a spreadsheet and save it as CSV UTF-8";
  return null;
}

/**
 * Finds the dialect of a file by its beginning, decoded: the separator by which a row has the needed headings, else the one by which most rows have
 * as many cells.
 */
export function findDialect(text: string, isHeadings: IsHeadings): Dialect {
  const [, own = ""] = /^"?sep=([,;\t])"?[,;\t]*[\r\n]/i.exec(text) ?? [];
  const lineEnds = endsLinesByReturn(text) ? ["\r"] : ["\r\n", "\n"];
  const tried = [...new Set([own, ...SEPARATORS])].filter(Boolean).map((separator) => {
    const rows = headRows(text, separator, lineEnds).slice(own === "" ? 0 : 1);
    return { separator, rows, headingsAt: rows.findIndex(isHeadings) };
  });
  const best =
    tried.find(({ headingsAt }) => headingsAt >= 0) ??
    tried.reduce((one, other) => (regularity(other.rows) > regularity(one.rows) ? other : one));
  const headingsAt = best.headingsAt >= 0 ? best.headingsAt : likelyHeadings(best.rows);
  return { separator: best.separator, lineEnds, hasSeparatorLine: own !== "", headingsRow: headingsAt + 1 };
}

/** Whether the first line outside quotation marks ends by a carriage return alone, as on an old Mac. */
function endsLinesByReturn(text: string): boolean {
  const [end = ""] = /\r\n?|\n/.exec(text.replace(/"[^"]*"/g, "")) ?? [];
  return end === "\r";
}

/** The first rows, as far as they can be read with this separator. */
function headRows(text: string, delimiter: string, lineEnds: string[]): string[][] {
  const rows: string[][] = [];
  try {
    parse(text, {
      delimiter,
      record_delimiter: lineEnds,
      relax_column_count: true,
      to: HEAD_ROWS,
      on_record(cells: string[]) {
        rows.push(cells);
        return null;
      },
    });
  } catch {
    // Reading the whole file reports it.
  }
  return rows;
}

/** How many rows have the most frequent number of cells above one; more cells count if as many rows have them. */
function regularity(rows: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...[...counts].map(([cells, times]) => times + Math.min(cells, 999) / 1000));
}

/** The first row with most of the columns: a title above the headings has one or two cells. */
function likelyHeadings(rows: readonly string[][]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== "").length);
  const most = Math.max(0, ...filled);
  return Math.max(
    0,
    filled.findIndex((count) => count > 0 && count >= Math.min(most, Math.max(2, 0.6 * most))),
  );
}
