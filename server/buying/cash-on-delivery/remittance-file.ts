/** Reads a courier's list of remitted parcels. Pure. */

import { MAX_REMITTED_PARCELS } from "../../../contract/admin/cash.ts";
import { cleanLine } from "../../../contract/text.ts";
import { writtenAmount } from "../../../contract/written-amounts.ts";
import { plainCode } from "../../../contract/written-numbers.ts";
import { formatRupees, MAX_PAISE, type Paise, paise } from "../../base/money.ts";
import type { CsvRow } from "../../shop/catalogue/import/csv-file.ts";
import { fitCells, isTotalRow, namedHeadings, plainHeading } from "../../shop/catalogue/import/csv-table.ts";
import type { RemittedParcel } from "./remittance.ts";

/** Names that couriers give to the column of AWBs, as `plainHeading` writes them; earlier ones win. */
export const AWB_COLUMNS = [
  ...["awb", "awb number", "awb code", "awb id", "courier awb", "courier awb number", "shipment awb"],
  ...[
    "waybill",
    "waybill number",
    "waybill id",
    "airway bill",
    "airway bill number",
    "air waybill",
    "air waybill number",
  ],
  ...[
    "tracking number",
    "tracking id",
    "tracking code",
    "tracking",
    "consignment number",
    "consignment",
    "docket number",
  ],
];
/** Names of the cash that was collected or remitted. They win over a general amount, which may be freight. */
const CASH_COLUMNS = [
  ...["cod amount", "cod", "cod value", "amount cod", "cod paid", "cod amount paid", "cash amount", "cash collected"],
  ...["cod remitted", "cod remitted amount", "cod amount remitted", "cod remittance", "cod remittance amount"],
  ...["cod collected", "cod collected amount", "cod amount collected", "cod collectable", "cod collectable amount"],
  ...["remitted amount", "remittance amount", "amount remitted", "collected amount", "amount collected"],
  ...["collectable value", "collectable amount", "collected value", "collection amount", "cash on delivery amount"],
];
const AMOUNT_COLUMNS = ["amount"];

type Row = Pick<CsvRow, "row" | "cells">;

/** Finds the columns. `amountsAt`: several if the file has the cash in several columns, which must agree. */
function columnsIn(cells: readonly string[]): { awbAt: number; amountsAt: number[] } {
  const names = cells.map(plainHeading);
  const allOf = (known: readonly string[]) => names.flatMap((name, at) => (known.includes(name) ? [at] : []));
  const awb = AWB_COLUMNS.find((name) => names.includes(name));
  const cash = allOf(CASH_COLUMNS);
  return {
    awbAt: awb === undefined ? -1 : names.indexOf(awb),
    amountsAt: cash.length > 0 ? cash : allOf(AMOUNT_COLUMNS),
  };
}

/** Recognises the row of the headings, below a title. */
export function isRemittanceHeader(cells: readonly string[]): boolean {
  const { awbAt, amountsAt } = columnsIn(cells);
  return awbAt >= 0 && amountsAt.length > 0;
}

/**
 * Adds up the amounts of each AWB. A row of the total is compared with the sum of the parcels above it, and is none itself: one that says
 * so, or the last row if it has nothing but amounts. A note below the parcels is skipped.
 * @param rows of the file, the headings first
 * @returns the parcels, or every problem with its row
 */
export function readRemittance(rows: readonly Row[]): { parcels: RemittedParcel[] } | { problems: string[] } {
  const [header, ...lines] = rows;
  const headings = namedHeadings(header?.cells ?? []);
  const { awbAt, amountsAt } = columnsIn(headings);
  if (awbAt < 0 || amountsAt.length === 0)
    return {
      problems: [`A row must name a column "awb" and a column "amount"; there is ${shown(headings.join(", "), 200)}.`],
    };
  if (lines.length > MAX_REMITTED_PARCELS)
    return { problems: [`A file can have up to ${MAX_REMITTED_PARCELS} parcels. Please split it.`] };
  const problems: string[] = [];
  const parcels = new Map<string, Paise>();
  const parcelRows: { row: number; cells: readonly string[] }[] = [];
  /** The rows by what they say. */
  const seen = new Map<string, number>();
  /** Of all parcels so far, and of those since the last total. */
  const sums = { all: 0, sinceTotal: 0 };
  /** A total that does not say so; rows may follow only if they are no parcels. */
  let unnamedTotal: number | null = null;
  for (const { row, cells: given } of lines) {
    const cells = fitCells(given, headings.length);
    if (!cells) {
      problems.push(`row ${row} has ${given.length} cells, the headings are ${headings.length}`);
      continue;
    }
    const kind = kindOf(cells, awbAt);
    if (kind === "note") continue;
    if (kind === "parcel" && unnamedTotal !== null) {
      problems.push(`row ${unnamedTotal} has no AWB`);
      unnamedTotal = null;
    }
    const isGiven = amountsAt.some((at) => cells[at]?.trim());
    // It sums up other columns.
    if (kind === "total" && !isGiven) continue;
    if (kind === "unnamed total" && !isGiven) {
      problems.push(`row ${row} has no AWB`);
      continue;
    }
    const amount = amountIn(
      cells,
      kind === "parcel" ? amountsAt : amountsAt.filter((at) => cells[at]?.trim()),
      headings,
    );
    if (typeof amount === "string") {
      problems.push(`row ${row}, ${amount}`);
      continue;
    }
    if (kind !== "parcel") {
      if (kind === "unnamed total") unnamedTotal = row;
      if (problems.length === 0 && amount !== sums.all && amount !== sums.sinceTotal)
        problems.push(
          `row ${row}: the total of ${formatRupees(amount)} is not the sum of the parcels above, ${formatRupees(paise(sums.all))}`,
        );
      sums.sinceTotal = 0;
      continue;
    }
    const awb = awbIn(cells[awbAt] ?? "");
    if ("problem" in awb) {
      problems.push(`row ${row}${awb.problem}`);
      continue;
    }
    parcelRows.push({ row, cells });
    const content = JSON.stringify(cells.map((cell, at) => (at === awbAt ? awb.awb : cell.trim())));
    const first = seen.get(content);
    const added = paise((parcels.get(awb.awb) ?? 0) + amount);
    if (first !== undefined)
      problems.push(`row ${row} repeats row ${first} (${awb.awb}); please remove one of them, or add up their amounts`);
    else if (added > MAX_PAISE)
      problems.push(`row ${row}, amount: ${awb.awb} has more than ${formatRupees(MAX_PAISE)}`);
    seen.set(content, first ?? row);
    parcels.set(awb.awb, added);
    sums.all += amount;
    sums.sinceTotal += amount;
  }
  problems.push(...shiftedIn(parcelRows, headings));
  if (problems.length > 0) return { problems };
  if (parcels.size === 0) return { problems: ["The file has no parcels."] };
  return { parcels: [...parcels].map(([awb, amountPaise]) => ({ awb, amountPaise })) };
}

/**
 * Finds rows that lost a cell, so that those after it moved to the left and freight may stand under the cash: alone they end early, and have
 * a text or day where all others have a number.
 */
function shiftedIn(rows: readonly { row: number; cells: readonly string[] }[], headings: readonly string[]): string[] {
  const last = headings.length - 1;
  const ending = rows.filter(({ cells }) => cells[last]?.trim() === "");
  // Two may be damaged; many that end early are a column that is often empty.
  if (ending.length === 0 || ending.length > 2 || ending.length > rows.length / 2) return [];
  const isNumber = (cell = "") => "paise" in writtenAmount(cell);
  const others = rows.filter((one) => !ending.includes(one));
  return ending.flatMap(({ row, cells }) => {
    const at = cells.findIndex(
      (cell, column) => cell.trim() !== "" && !isNumber(cell) && others.every((other) => isNumber(other.cells[column])),
    );
    const heading = shown(headings[at] ?? "");
    return at < 0
      ? []
      : [
          `row ${row}, ${heading}: "${shown(cells[at] ?? "")}" stands where all other rows have a number; a cell before it may be missing`,
        ];
  });
}

/** Tells parcels from rows of the total and notes below the parcels. */
export function kindOf(cells: readonly string[], awbAt: number): "parcel" | "total" | "unnamed total" | "note" {
  const awb = cells[awbAt]?.trim() ?? "";
  const filled = cells.filter((cell) => cell.trim() !== "");
  if (isTotalRow(cells, awbAt)) return "total";
  const isAmount = (cell: string) => "paise" in writtenAmount(cell);
  if (awb === "" && filled.every(isAmount)) return "unnamed total";
  const [only = "", ...more] = filled;
  const mayBeParcel = isAmount(only) || "awb" in awbIn(only);
  return more.length === 0 && !mayBeParcel ? "note" : "parcel";
}

/** @returns the amount, or the problem of its cell. Columns that disagree are one: which of them was paid, only the owner knows. */
function amountIn(cells: readonly string[], at: readonly number[], headings: readonly string[]): Paise | string {
  const amounts: Paise[] = [];
  for (const one of at) {
    const cell = cells[one] ?? "";
    const read = writtenAmount(cell);
    const where = `${shown(headings[one] ?? "")}: "${shown(cell)}"`;
    if ("problem" in read) return `${where} ${read.problem}`;
    if (read.paise > MAX_PAISE) return `${where} is more than ${formatRupees(MAX_PAISE)}`;
    amounts.push(paise(read.paise));
  }
  const [amount = paise(0)] = amounts;
  const other = amounts.findIndex((one) => one !== amount);
  if (other < 0) return amount;
  const say = (index: number) =>
    `${shown(headings[at[index] ?? 0] ?? "")} is ${formatRupees(amounts[index] ?? amount)}`;
  return `${say(0)}, but ${say(other)}; please leave only the column of what was paid`;
}

/** Reads an AWB as spreadsheets and portals write it: `890123450783.0`, `="890123450783"`, `'890123450783`. */
export function awbIn(cell: string): { awb: string } | { problem: string } {
  const awb = plainCode(cell.replace(/^="(.*)"$/, "$1").replaceAll("'", "")).replace(/^(\d+)\.0+$/, "$1");
  if (/^\d(\.\d+)?E\+?\d+$/.test(awb))
    return {
      problem: `: "${shown(cell)}" is an AWB that a spreadsheet has rounded; please format its column as text in the courier’s own file`,
    };
  return /^(?=.*\d)[0-9A-Z-]{4,40}$/.test(awb)
    ? { awb }
    : { problem: awb === "" ? " has no AWB" : `: "${shown(cell)}" is no AWB` };
}

/** Shortens a cell for a message: a wrong file may contain anything of any length. */
export const shown = (cell: string, max = 40) => cleanLine(cell).slice(0, max);
