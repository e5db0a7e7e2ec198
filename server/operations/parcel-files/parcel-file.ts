/** Reads the files in which a courier's panel returns the AWB of each order, and later those that it has delivered. Pure. */

import { MAX_PARCEL_ROWS } from "../../../contract/admin/order-files.ts";
import { plainOrderNumber } from "../../../contract/orders/order-number.ts";
import { cleanLine } from "../../../contract/text.ts";
import { AWB_COLUMNS, awbIn } from "../../buying/cash-on-delivery/remittance-file.ts";
import type { CsvRow } from "../../shop/catalogue/import/csv-file.ts";
import { fitCells, plainHeading } from "../../shop/catalogue/import/csv-table.ts";

/** A row of the file. */
export interface FileParcel {
  /** The row's number in a spreadsheet, from 1. */
  row: number;
  number: string;
  courier: string;
  awb: string;
  /** Why it cannot be shipped or marked as delivered, as far as the file says; empty if nothing is wrong with it. */
  problem: string;
}

/** Names that panels give to the columns, as `plainHeading` writes them; earlier ones win. */
const COLUMNS = {
  order: [
    "order",
    "order number",
    "order id",
    "reference number",
    "reference",
    "sale order number",
    "channel order id",
  ],
  awb: AWB_COLUMNS,
  courier: ["courier", "courier company", "courier name", "courier partner", "carrier"],
  status: ["status", "current status", "shipment status", "delivery status", "latest status", "order status"],
} as const satisfies Record<string, readonly string[]>;

function columnsIn(cells: readonly string[]): Record<keyof typeof COLUMNS, number> {
  const names = cells.map(plainHeading);
  const at = (known: readonly string[]) => names.indexOf(known.find((name) => names.includes(name)) ?? "no column");
  return { order: at(COLUMNS.order), awb: at(COLUMNS.awb), courier: at(COLUMNS.courier), status: at(COLUMNS.status) };
}

/** Recognises the row of the headings, below a title. */
export function isParcelHeader(cells: readonly string[]): boolean {
  const { order, awb } = columnsIn(cells);
  return order >= 0 && awb >= 0;
}

/** Recognises the row of the headings of a file of delivered parcels. */
export const isDeliveredHeader = (cells: readonly string[]): boolean => columnsIn(cells).awb >= 0;

/**
 * Reads the AWBs of the parcels that a courier has delivered. If the file has a column of states, those with another one are left alone.
 * @param rows of the file, the headings first; a single column needs none
 * @returns the parcels by their AWBs, or the problem of the whole file
 */
export function readDeliveredFile(
  rows: readonly Pick<CsvRow, "row" | "cells">[],
): { parcels: Pick<FileParcel, "row" | "awb" | "problem">[] } | { problem: string } {
  const isList = rows.every(({ cells }) => cells.length === 1) && !isDeliveredHeader(rows[0]?.cells ?? []);
  const [{ cells: headings } = { cells: [] }, ...lines] = isList ? [{ row: 0, cells: ["awb"] }, ...rows] : rows;
  const at = columnsIn(headings);
  if (at.awb < 0) return { problem: `A row must name a column “awb”; there is ${shown(headings.join(", "), 200)}.` };
  const problem = problemOfLines(lines);
  if (problem) return { problem };
  const firstRows = new Map<string, number>();
  return {
    parcels: lines.map(({ row, cells: given }) => {
      const cells = fitCells(given, headings.length);
      if (!cells) return { row, awb: "", problem: movedCells(given, headings) };
      const read = awbIn(cells[at.awb] ?? "");
      if ("problem" in read) return { row, awb: shown(cells[at.awb] ?? ""), problem: `This row${read.problem}.` };
      const { awb } = read;
      const first = firstRows.get(awb);
      if (first !== undefined) return { row, awb, problem: `The AWB ${awb} is in row ${first} already.` };
      firstRows.set(awb, row);
      const status = shown(cells[at.status] ?? "");
      const isDelivered = at.status < 0 || /^delivered$/i.test(status);
      return { row, awb, problem: isDelivered ? "" : `The file says “${status}”, so it stays as it is.` };
    }),
  };
}

/** Why a file has no or too many rows; empty if neither. */
function problemOfLines({ length }: readonly unknown[]): string {
  if (length === 0) return "The file has no parcels.";
  return length > MAX_PARCEL_ROWS ? `A file can have up to ${MAX_PARCEL_ROWS} rows. Please split it.` : "";
}

const movedCells = (cells: readonly string[], headings: readonly string[]) =>
  `This row has ${cells.length} cells, the headings are ${headings.length}: its cells may have moved.`;

/**
 * Reads the parcels of a file. Rows that repeat an order with its AWB, such as one for each item, are one parcel.
 * @param rows of the file, the headings first
 * @param otherwise the courier of the rows that name none; may be empty
 * @returns the parcels, or the problem of the whole file
 */
export function readParcelFile(
  rows: readonly Pick<CsvRow, "row" | "cells">[],
  otherwise: string,
): { parcels: FileParcel[] } | { problem: string } {
  const [{ cells: headings } = { cells: [] }, ...lines] = rows;
  const at = columnsIn(headings);
  if (at.order < 0 || at.awb < 0)
    return {
      problem: `A row must name a column “order” and a column “awb”; there is ${shown(headings.join(", "), 200)}.`,
    };
  const problem = problemOfLines(lines);
  if (problem) return { problem };
  const parcels: FileParcel[] = [];
  for (const { row, cells: given } of lines) {
    const cells = fitCells(given, headings.length);
    if (!cells) {
      parcels.push({ row, number: "", courier: "", awb: "", problem: movedCells(given, headings) });
      continue;
    }
    const cell = (index: number) => shown((cells[index] ?? "").replace(/^\s*'/, ""));
    const awb = awbIn(cells[at.awb] ?? "");
    const read = {
      number: plainOrderNumber(cell(at.order)),
      courier: cell(at.courier) || otherwise,
      awb: "awb" in awb ? awb.awb : cell(at.awb),
    };
    if (parcels.some((one) => one.number === read.number && one.awb === read.awb)) continue;
    parcels.push({ row, ...read, problem: "problem" in awb ? `This row${awb.problem}.` : problemOf(read, parcels) });
  }
  return { parcels };
}

/** @param before the rows above */
function problemOf(
  { number, courier, awb }: Omit<FileParcel, "row" | "problem">,
  before: readonly FileParcel[],
): string {
  if (number === "") return "This row names no order.";
  if (courier === "") return "This row names no courier. Please name one above.";
  if (courier.length < 2 || courier.length > 60) return "The courier’s name has 2 to 60 characters.";
  const same = before.find((one) => one.number === number);
  if (same) return `${number} is in row ${same.row} already, with the AWB ${same.awb}.`;
  const taken = before.find((one) => one.awb === awb);
  if (taken) return `The AWB ${awb} is in row ${taken.row} already, for ${taken.number}.`;
  return "";
}

/** Shortens a cell: a wrong file may contain anything of any length. */
const shown = (cell: string, max = 80) => cleanLine(cell).trim().slice(0, max);
