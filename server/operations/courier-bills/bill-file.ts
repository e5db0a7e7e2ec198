/** Reads a courier's bill: what it charges for each parcel. Pure. */

import {
  CHARGE_KINDS,
  type ChargeKind,
  COURIER_GST_PERCENT,
  type GST_MODES,
  MAX_BILLED_PARCELS,
} from "../../../contract/admin/courier-bills.ts";
import { writtenAmount } from "../../../contract/written-amounts.ts";
import { formatRupees, MAX_PAISE, type Paise, paise } from "../../base/money.ts";
import { AWB_COLUMNS, awbIn, kindOf, shown } from "../../buying/cash-on-delivery/remittance-file.ts";
import type { CsvRow } from "../../shop/catalogue/import/csv-file.ts";
import { fitCells, namedHeadings, plainHeading } from "../../shop/catalogue/import/csv-table.ts";

/** What a bill charges for a parcel. */
export interface BilledCharges extends Record<ChargeKind, Paise> {
  awb: string;
  gst: Paise;
}
export type GstMode = (typeof GST_MODES)[number];

/** Names that couriers give to the columns, as `plainHeading` writes them. All of a kind are added up. */
const COLUMNS: Readonly<Record<ChargeKind | "gst" | "total", readonly string[]>> = {
  forward: [
    ...[
      "forward",
      "forward charge",
      "forward charges",
      "forward freight",
      "forward amount",
      "fwd charge",
      "fwd charges",
    ],
    ...[
      "freight",
      "freight charge",
      "freight charges",
      "freight amount",
      "base freight",
      "charge dl",
      "shipping charge",
    ],
    ...["shipping charges", "shipping cost", "applied weight charges", "freight forward charges"],
  ],
  return: [
    ...["rto", "rto charge", "rto charges", "rto freight", "rto amount", "rto freight charges", "charge rto", "return"],
    ...["return charge", "return charges", "return freight", "reverse charge", "reverse charges", "reverse freight"],
  ],
  cod: [
    ...[
      "cod charge",
      "cod charges",
      "cod fee",
      "cod fees",
      "charge cod",
      "cod handling charge",
      "cod handling charges",
    ],
    ...["cash handling charge", "cash handling charges", "cod service charge"],
  ],
  other: [
    ...["other", "other charge", "other charges", "fuel surcharge", "fuel charges", "surcharge", "handling charge"],
    ...["handling charges", "excess weight charge", "excess weight charges", "weight discrepancy charges"],
    ...["oda charge", "oda charges", "insurance charges", "packing charges", "adjustment"],
  ],
  gst: [
    "gst",
    "gst amount",
    "total gst",
    "igst",
    "cgst",
    "sgst",
    "utgst",
    "igst amount",
    "cgst amount",
    "sgst amount",
    "tax",
    "tax amount",
  ],
  total: ["total", "total amount", "grand total", "net amount", "invoice amount", "gross amount", "total charges"],
};
/** A column of all that is charged, in a file that does not say what for. */
const GENERAL = ["charge", "charges", "amount", "billed amount", ...COLUMNS.total];

interface Columns {
  awbAt: number;
  /** The columns of each kind. */
  at: Record<ChargeKind | "gst", number[]>;
  /** The column with which each row is compared; -1 without one. */
  totalAt: number;
}

function columnsIn(cells: readonly string[]): Columns {
  const names = cells.map(plainHeading);
  const awb = AWB_COLUMNS.find((name) => names.includes(name));
  const allOf = (known: readonly string[]) => names.flatMap((name, column) => (known.includes(name) ? [column] : []));
  const at = Object.fromEntries(
    ([...CHARGE_KINDS, "gst"] as const).map((kind) => [kind, allOf(COLUMNS[kind])]),
  ) as Columns["at"];
  const general = GENERAL.map((name) => names.indexOf(name)).find((column) => column >= 0);
  const isSplit = CHARGE_KINDS.some((kind) => at[kind].length > 0);
  return {
    awbAt: awb === undefined ? -1 : names.indexOf(awb),
    at: isSplit || general === undefined ? at : { ...at, forward: [general] },
    totalAt: isSplit ? (allOf(COLUMNS.total)[0] ?? -1) : -1,
  };
}

const hasCharges = ({ at }: Columns) => CHARGE_KINDS.some((kind) => at[kind].length > 0);

/** Recognises the row of the headings, below a title. */
export function isBillHeader(cells: readonly string[]): boolean {
  const columns = columnsIn(cells);
  return columns.awbAt >= 0 && hasCharges(columns);
}

/**
 * Adds up the charges of each AWB: couriers bill the way back in a row of its own. A row of the total is compared with the sums above it,
 * the column of the total with each row. A note below the parcels is skipped.
 * @param rows of the file, the headings first
 * @param gst whether amounts without a column of GST include it
 * @returns the parcels, or every problem with its row
 */
export function readBill(
  rows: readonly Pick<CsvRow, "row" | "cells">[],
  gst: GstMode,
): { parcels: BilledCharges[] } | { problems: string[] } {
  const [header, ...lines] = rows;
  const headings = namedHeadings(header?.cells ?? []);
  const columns = columnsIn(headings);
  if (columns.awbAt < 0 || !hasCharges(columns))
    return {
      problems: [
        `A row must name a column "awb" and one of charges, such as "freight"; there is ${shown(headings.join(", "), 200)}.`,
      ],
    };
  if (lines.length > MAX_BILLED_PARCELS)
    return {
      problems: [
        `A file can have up to ${MAX_BILLED_PARCELS} parcels. Please split it, and give each part a number such as "…/1".`,
      ],
    };
  const includesGst = gst === "included" && columns.at.gst.length === 0;
  const problems: string[] = [];
  const parcels = new Map<string, BilledCharges>();
  const seen = new Map<string, number>();
  /** The sums of each column so far. */
  const sums = new Map<number, number>();
  for (const { row, cells: given } of lines) {
    const cells = fitCells(given, headings.length);
    if (!cells) {
      problems.push(`row ${row} has ${given.length} cells, the headings are ${headings.length}`);
      continue;
    }
    const kind = kindOf(cells, columns.awbAt);
    if (kind === "note") continue;
    const read = amountsIn(cells, columns, headings);
    if (typeof read === "string") {
      problems.push(`row ${row}, ${read}`);
      continue;
    }
    if (kind !== "parcel") {
      const wrong = problems.length === 0 && [...read].find(([at, amount]) => amount !== (sums.get(at) ?? 0));
      if (wrong) {
        const sum = formatRupees(paise(sums.get(wrong[0]) ?? 0));
        const heading = shown(headings[wrong[0]] ?? "");
        problems.push(
          `row ${row}, ${heading}: the total of ${formatRupees(wrong[1])} is not the sum of the rows above, ${sum}`,
        );
      }
      continue;
    }
    const awb = awbIn(cells[columns.awbAt] ?? "");
    if ("problem" in awb) {
      problems.push(`row ${row}${awb.problem}`);
      continue;
    }
    const content = JSON.stringify(cells.map((cell, at) => (at === columns.awbAt ? awb.awb : cell.trim())));
    const first = seen.get(content);
    if (first !== undefined) {
      problems.push(`row ${row} repeats row ${first} (${awb.awb}); please remove one of them, or add up their amounts`);
      continue;
    }
    seen.set(content, row);
    for (const [at, amount] of read) sums.set(at, (sums.get(at) ?? 0) + amount);
    if (read.size === 0) problems.push(`row ${row}: ${awb.awb} has no charge; please write 0 if it is free`);
    const charged = chargesOf(read, columns, includesGst);
    const wrong = wrongTotal(charged, read.get(columns.totalAt), headings[columns.totalAt] ?? "");
    if (wrong) problems.push(`row ${row}, ${wrong}`);
    const sum = added(parcels.get(awb.awb), { awb: awb.awb, ...charged });
    if (total(sum) + sum.gst > MAX_PAISE)
      problems.push(`row ${row}: ${awb.awb} has more than ${formatRupees(MAX_PAISE)}`);
    else parcels.set(awb.awb, sum);
  }
  if (problems.length > 0) return { problems };
  if (parcels.size === 0) return { problems: ["The file has no parcels."] };
  return { parcels: [...parcels.values()] };
}

/** The charges without GST. */
export const total = (charges: Readonly<Record<ChargeKind, Paise>>): Paise =>
  paise(CHARGE_KINDS.reduce<number>((sum, kind) => sum + charges[kind], 0));

/** @returns the amounts by column, empty cells left out, or the problem of a cell */
function amountsIn(
  cells: readonly string[],
  { at, totalAt }: Columns,
  headings: readonly string[],
): Map<number, Paise> | string {
  const amounts = new Map<number, Paise>();
  for (const column of [...Object.values(at).flat(), totalAt]) {
    const cell = cells[column]?.trim() ?? "";
    if (cell === "") continue;
    const where = `${shown(headings[column] ?? "")}: "${shown(cell)}"`;
    const read = writtenAmount(cell);
    if ("problem" in read) {
      if (!/^\s*[-−(]/u.test(cell) || /^-+$/.test(cell)) return `${where} ${read.problem}`;
      return `${where} is below 0; please deduct a credit from what the parcel’s bill charged, and leave out its row`;
    }
    if (read.paise > MAX_PAISE) return `${where} is more than ${formatRupees(MAX_PAISE)}`;
    amounts.set(column, paise(read.paise));
  }
  return amounts;
}

function chargesOf(
  read: ReadonlyMap<number, Paise>,
  { at }: Columns,
  includesGst: boolean,
): Omit<BilledCharges, "awb"> {
  const sumOf = (columns: readonly number[]) => columns.reduce((sum, column) => sum + (read.get(column) ?? 0), 0);
  const charged = { gst: sumOf(at.gst) } as Record<ChargeKind | "gst", number>;
  for (const kind of CHARGE_KINDS) {
    const amount = sumOf(at[kind]);
    const gst = includesGst ? Math.round((amount * COURIER_GST_PERCENT) / (100 + COURIER_GST_PERCENT)) : 0;
    charged[kind] = amount - gst;
    charged.gst += gst;
  }
  return charged as Omit<BilledCharges, "awb">;
}

/** A total that is neither of the charges nor of them with GST means that a column of charges is not known. */
function wrongTotal(charged: Omit<BilledCharges, "awb">, said: Paise | undefined, heading: string): string | null {
  const net = total(charged);
  if (said === undefined || said === net || said === net + charged.gst) return null;
  const sums =
    charged.gst > 0
      ? `${formatRupees(net)}, nor with GST ${formatRupees(paise(net + charged.gst))}`
      : formatRupees(net);
  return `${shown(heading)}: ${formatRupees(said)} is not the sum of the charges, ${sums}; is one of them in a column of another name?`;
}

function added(one: BilledCharges | undefined, other: BilledCharges): BilledCharges {
  if (!one) return other;
  const sum = { awb: one.awb } as BilledCharges;
  for (const kind of [...CHARGE_KINDS, "gst"] as const) sum[kind] = paise(one[kind] + other[kind]);
  return sum;
}
