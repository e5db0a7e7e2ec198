/** Reads rows of a spreadsheet as lines of a purchase. Pure. */

import { MAX_PURCHASE_LINES, MAX_UNIT_COST } from "../../../contract/admin/purchases.ts";
import { isDay } from "../../../contract/dates.ts";
import { cleanLine } from "../../../contract/text.ts";
import { writtenAmount } from "../../../contract/written-amounts.ts";
import { withLatinDigits } from "../../../contract/written-numbers.ts";
import { type Paise, paise } from "../../base/money.ts";
import type { CsvRow } from "../../shop/catalogue/import/csv-file.ts";
import { fitCells, headingOf, isTotalRow, namedHeadings, plainHeading } from "../../shop/catalogue/import/csv-table.ts";

export interface PurchaseRow {
  /** The row's number in a spreadsheet, from 1. */
  row: number;
  /** A SKU or barcode. */
  code: string;
  quantity: number;
  /** As on the pack; empty without one, as the following. */
  lot: string;
  manufacturedOn: string;
  lifeKind: "use_before" | "expiry";
  /** Such as 2028-03. */
  lifeMonth: string;
  unitCostPaise: Paise;
  gstPaise: Paise;
}

/** Names that suppliers and shops give to the columns, as `plainHeading` writes them; earlier ones win. */
const COLUMNS = {
  code: ["sku", "barcode", "item code", "product code", "code", "ean", "sku code"],
  quantity: ["quantity", "qty", "units", "pcs", "number", "received"],
  cost: ["cost", "unit cost", "cost per unit", "purchase price", "unit price", "rate", "price", "rate per unit"],
  gst: ["gst amount", "gst", "igst", "total gst", "tax amount", "tax", "gst rate", "gst percent", "tax rate"],
  lot: ["lot", "lot number", "batch", "batch number"],
  made: ["manufactured on", "made on", "manufactured", "mfg date", "mfg", "mfd", "manufacturing date"],
  useBefore: ["use before", "best before"],
  expiry: ["expiry", "expiry date", "exp", "exp date", "expires"],
} as const satisfies Record<string, readonly string[]>;
type Name = keyof typeof COLUMNS;
/** In a heading of a tax, or its cell. */
const IS_PERCENT = /%|percent|rate/i;

const columnAt = (headings: readonly string[], name: Name) => {
  const plain = headings.map(plainHeading);
  return plain.indexOf(COLUMNS[name].find((known) => plain.includes(known)) ?? "no column");
};
/** Recognises the row of the headings, below a title. */
export const isPurchaseHeader = (cells: readonly string[]): boolean =>
  columnAt(cells, "code") >= 0 && columnAt(cells, "quantity") >= 0;

/** @returns the rows, or what is wrong with them, each a sentence that names its cell */
export function readPurchaseRows(
  rows: readonly Pick<CsvRow, "row" | "cells">[],
): { rows: PurchaseRow[] } | { problems: string[] } {
  const [{ cells: first } = { cells: [] }, ...below] = rows;
  const headings = namedHeadings(first);
  const missing = (["code", "quantity", "cost"] as const).filter((name) => columnAt(headings, name) < 0);
  if (missing.length > 0)
    return {
      problems: [
        `The first row must name the columns: sku, quantity and cost, and where there are some gst, lot, made on, use before or expiry. There is no ${missing.map((name) => COLUMNS[name][0]).join(", no ")}.`,
      ],
    };
  const lines = below.filter(({ cells }) => !isTotalRow(cells, columnAt(headings, "code")));
  if (lines.length === 0) return { problems: ["There are no rows below the headings."] };
  if (lines.length > MAX_PURCHASE_LINES)
    return {
      problems: [
        `A purchase can have up to ${MAX_PURCHASE_LINES} lines; these are ${lines.length.toLocaleString("en-IN")}. Please book them as several.`,
      ],
    };
  const read = lines.map((line) => readRow(line, headings));
  const problems = read.flatMap((one) => ("problem" in one ? [one.problem] : []));
  return problems.length > 0 ? { problems } : { rows: read.filter((one) => "code" in one) };
}

/** Shortens a cell: pasted text may contain anything of any length. */
const shown = (cell: string) => cleanLine(cell).trim().slice(0, 80);

class CellError extends Error {}

function readRow(
  { row, cells: given }: Pick<CsvRow, "row" | "cells">,
  headings: readonly string[],
): PurchaseRow | { problem: string } {
  const cells = fitCells(given, headings.length);
  if (!cells)
    return {
      problem: `Row ${row} has ${given.length} cells, the headings are ${headings.length}: its cells may have moved.`,
    };
  /** Reads a cell by its column; a problem names both. */
  const cell = <T>(at: number, read: (text: string) => T): T => {
    const text = at < 0 ? "" : shown((cells[at] ?? "").replace(/^\s*'/, ""));
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      throw new CellError(`Row ${row}, ${headingOf(headings[at] ?? "")}: “${text}” ${error.message}.`);
    }
  };
  const at = (name: Name) => columnAt(headings, name);
  try {
    const quantity = cell(at("quantity"), wholeNumber);
    const unitCostPaise = cell(at("cost"), (text) => amount(text, MAX_UNIT_COST * 100));
    const gstColumn = at("gst");
    const gst = cell(gstColumn, (text) => (text === "" ? paise(0) : amount(text.replace(/ ?%$/, ""), MAX_LINE_PAISE)));
    const isPercent = IS_PERCENT.test(`${headings[gstColumn]} ${cells[gstColumn]}`);
    const [useBefore, expiry] = [cell(at("useBefore"), month), cell(at("expiry"), month)];
    return {
      row,
      code: cell(at("code"), (text) => (text === "" ? fail("is empty") : text)),
      quantity,
      lot: cell(at("lot"), (text) => text),
      manufacturedOn: cell(at("made"), dayOf),
      lifeKind: useBefore === "" && expiry !== "" ? "expiry" : "use_before",
      lifeMonth: useBefore || expiry,
      unitCostPaise,
      // A percentage, too, was read as hundredths.
      gstPaise: isPercent ? paise(Math.round((quantity * unitCostPaise * gst) / 10_000)) : gst,
    };
  } catch (error) {
    if (error instanceof CellError) return { problem: error.message };
    throw error;
  }
}

/** The largest GST of a line. */
const MAX_LINE_PAISE = 1_000_000_000;

function fail(problem: string): never {
  throw new CellError(problem);
}

function amount(text: string, maxPaise: number): Paise {
  const read = writtenAmount(text);
  if ("problem" in read) fail(text === "" ? "is empty; please write 0 for what cost nothing" : read.problem);
  if (read.paise > maxPaise) fail(`is above ₹${(maxPaise / 100).toLocaleString("en-IN")}`);
  return paise(read.paise);
}

function wholeNumber(text: string): number {
  const read = writtenAmount(text);
  const units = "paise" in read ? read.paise / 100 : Number.NaN;
  return Number.isInteger(units) && units >= 1 && units <= 9_999_999 ? units : fail("is no number of units from 1");
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const pad = (number: number | string) => String(number).padStart(2, "0");

/** Reads the month on a pack: 2028-03, 03/2028, Mar 2028, Mar-28, or a day of it. @returns 2028-03, or "" */
function month(text: string): string {
  if (text === "") return "";
  const written = withLatinDigits(text).toLowerCase();
  const [, year, ofYear] = /^(20\d\d)-(\d\d?)(?:-\d\d?)?$/.exec(written) ?? [];
  const [, before, after] = /^(?:\d\d?[/.-])?(\d\d?)[/.-](20\d\d)$/.exec(written) ?? [];
  const [, name = "", short = ""] = /^([a-z]{3})[a-z]*[ .'’/-]+(?:20)?(\d\d)$/.exec(written) ?? [];
  const [at, found] =
    name !== "" ? [MONTHS.indexOf(name) + 1, `20${short}`] : [Number(ofYear ?? before), year ?? after];
  if (found === undefined || !(at >= 1 && at <= 12)) fail("is no month such as 2028-03 or 03/2028");
  return `${found}-${pad(at)}`;
}

/** Reads a day: 2026-10-01, or as written in India 1/10/2026. @returns 2026-10-01, or "" */
function dayOf(text: string): string {
  if (text === "") return "";
  const written = withLatinDigits(text);
  const [, date, ofYear, year] = /^(\d\d?)[/.-](\d\d?)[/.-](20\d\d)$/.exec(written) ?? [];
  const found = year === undefined ? written : `${year}-${pad(ofYear ?? "")}-${pad(date ?? "")}`;
  return isDay(found) ? found : fail("is no day such as 2026-10-01 or 01/10/2026");
}
