/** Reads the settlement report of the payment provider's dashboard. Pure. */

import { cleanLine } from "../../../contract/text.ts";
import { writtenAmount } from "../../../contract/written-amounts.ts";
import { formatRupees, MAX_PAISE, type Paise, paise, sumPaise } from "../../base/money.ts";
import type { SettledItem } from "../../orders/payments/provider.ts";
import type { CsvRow } from "../../shop/catalogue/import/csv-file.ts";
import { fitCells, isTotalRow, namedHeadings } from "../../shop/catalogue/import/csv-table.ts";

export interface RowProblem {
  /** The row's number in a spreadsheet, from 1. */
  row: number;
  message: string;
}

/** The names of the columns in the provider's API and in its dashboard. */
const COLUMNS = {
  id: ["entity_id"],
  kind: ["type", "transaction_entity"],
  amount: ["amount"],
  debit: ["debit"],
  credit: ["credit"],
  fee: ["fee", "fee_(exclusive_tax)"],
  tax: ["tax"],
  settlement: ["settlement_id"],
  settledAt: ["settled_at"],
  utr: ["settlement_utr"],
  payment: ["payment_id"],
  receipt: ["order_receipt"],
  dispute: ["dispute_id"],
} as const satisfies Record<string, readonly string[]>;
type Column = keyof typeof COLUMNS;
const OPTIONAL: readonly Column[] = ["utr", "payment", "receipt", "dispute"];

const ID = /^[A-Za-z0-9_-]{1,100}$/;
const DAY_FIRST = /^(\d{2})[/-](\d{2})[/-](20\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const YEAR_FIRST = /^(20\d{2})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const UNIX_SECONDS = /^[1-3]\d{9}$/;

function columnsIn(cells: readonly string[]): Record<Column, number> & { isWithoutTax: boolean } {
  const names = cells.map((name) => name.trim().toLowerCase().replace(/\s+/g, "_"));
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, known]) => [
      column,
      names.findIndex((name) => (known as readonly string[]).includes(name)),
    ]),
  ) as Record<Column, number>;
  return { ...at, isWithoutTax: names[at.fee] === "fee_(exclusive_tax)" };
}

const missingIn = (at: Record<Column, number>) =>
  (Object.keys(COLUMNS) as Column[]).filter((name) => at[name] < 0 && !OPTIONAL.includes(name));

/** Recognises the row of the headings, below a title. */
export const isSettlementHeader = (cells: readonly string[]): boolean => missingIn(columnsIn(cells)).length === 0;

/**
 * @param rows of the file, the headings first
 * @returns the settled items, or every problem with its row
 */
export function readSettlementFile(
  rows: readonly Pick<CsvRow, "row" | "cells">[],
): { items: SettledItem[] } | { problems: RowProblem[] } {
  const [header, ...lines] = rows;
  const headings = namedHeadings(header?.cells ?? []);
  const { isWithoutTax, ...at } = columnsIn(headings);
  const missing = missingIn(at);
  if (missing.length > 0)
    return {
      problems: [
        { row: header?.row ?? 1, message: `There is no column ${missing.map((name) => COLUMNS[name][0]).join(", ")}.` },
      ],
    };
  const problems: RowProblem[] = [];
  const items = new Map<string, SettledItem>();
  for (const { row, cells: given } of lines) {
    const cells = fitCells(given, headings.length);
    if (!cells) {
      problems.push({ row, message: `has ${given.length} cells, the headings are ${headings.length}` });
      continue;
    }
    const cell = (column: Column) => cleanLine(cells[at[column]] ?? "").trim();
    if (isTotalRow(cells, at.id)) {
      const message = problems.length === 0 && wrongTotal(cell, [...items.values()], isWithoutTax);
      if (message) problems.push({ row, message });
      continue;
    }
    const read = readRow(cell, isWithoutTax);
    if (read === null) continue;
    if (typeof read === "string") problems.push({ row, message: read });
    else {
      const key = `${read.settlementId} ${read.id}`;
      if (items.has(key)) problems.push({ row, message: `${read.id} is in ${read.settlementId} already` });
      else items.set(key, read);
    }
  }
  if (problems.length === 0 && items.size === 0)
    problems.push({ row: 1, message: "The file has nothing that is settled." });
  return problems.length > 0 ? { problems } : { items: [...items.values()] };
}

/** Compares a row of totals, such as a spreadsheet adds, with the items above it. @returns its problem */
function wrongTotal(
  cell: (column: Column) => string,
  items: readonly SettledItem[],
  isWithoutTax: boolean,
): string | undefined {
  const sums = {
    amount: sumPaise(items.map(({ amountPaise }) => amountPaise)),
    debit: sumPaise(items.map(({ debitPaise }) => debitPaise)),
    credit: sumPaise(items.map(({ creditPaise }) => creditPaise)),
    fee: sumPaise(items.map(({ feePaise, taxPaise }) => paise(isWithoutTax ? feePaise - taxPaise : feePaise))),
    tax: sumPaise(items.map(({ taxPaise }) => taxPaise)),
  };
  for (const [column, sum] of Object.entries(sums) as [keyof typeof sums, Paise][]) {
    const read = writtenAmount(cell(column));
    if (cell(column) !== "" && !("paise" in read && read.paise === sum))
      return `the total of ${COLUMNS[column][0]}, ${shown(cell(column))}, is not the sum of the settled items above, ${formatRupees(sum)}`;
  }
  return undefined;
}

/** @returns null for an item that is not settled yet, a text for a problem */
function readRow(cell: (column: Column) => string, isWithoutTax: boolean): SettledItem | string | null {
  if (cell("settlement") === "" && cell("settledAt") === "" && cell("utr") === "") return null;
  for (const column of ["id", "settlement"] as const)
    if (!ID.test(cell(column))) return `"${shown(cell(column))}" is no ${COLUMNS[column][0]}`;
  for (const column of ["payment", "receipt", "dispute", "utr"] as const)
    if (cell(column).length > 100) return `${COLUMNS[column][0]} is longer than 100 characters`;
  const amounts = {} as Record<"amount" | "debit" | "credit" | "fee" | "tax", Paise>;
  for (const column of ["amount", "debit", "credit", "fee", "tax"] as const) {
    const amount = writtenAmount(cell(column) || (mayBeEmpty(column, cell) ? "0" : ""));
    if ("problem" in amount) return `${COLUMNS[column][0]} "${shown(cell(column))}" ${amount.problem}`;
    amounts[column] = paise(amount.paise);
  }
  const feePaise = isWithoutTax ? paise(amounts.fee + amounts.tax) : amounts.fee;
  for (const [name, amount] of Object.entries({ ...amounts, fee: feePaise }))
    if (amount > MAX_PAISE) return `${name} is more than ${formatRupees(MAX_PAISE)}`;
  const settledAt = timeOf(cell("settledAt"));
  if (!settledAt) return `settled_at "${shown(cell("settledAt"))}" is no time, such as 25/11/2026 10:30:00`;
  const kind = cell("kind").toLowerCase();
  return {
    settlementId: cell("settlement"),
    id: cell("id"),
    kind: kind === "payment" || kind === "refund" ? kind : "other",
    providerPaymentId: cell("payment") || null,
    amountPaise: amounts.amount,
    creditPaise: amounts.credit,
    debitPaise: amounts.debit,
    feePaise,
    taxPaise: amounts.tax,
    utr: cell("utr") || null,
    settledAt,
    receipt: cell("receipt") || null,
    providerDisputeId: cell("dispute") || null,
  };
}

/** Whether a column may be left empty in place of 0: a payment is credited, a refund debited, and only payments have fees. */
function mayBeEmpty(column: "amount" | "debit" | "credit" | "fee" | "tax", cell: (column: Column) => string): boolean {
  if (column === "amount") return false;
  const kind = cell("kind").toLowerCase();
  if (kind === "payment") return column === "debit";
  if (kind === "refund") return column !== "debit";
  return (column !== "debit" && column !== "credit") || cell("debit") !== cell("credit");
}

/** Parses a time in India, or a Unix timestamp. */
function timeOf(text: string): Date | null {
  if (UNIX_SECONDS.test(text)) return new Date(Number(text) * 1000);
  const dayFirst = DAY_FIRST.exec(text);
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = dayFirst
    ? [dayFirst[0], dayFirst[3], dayFirst[2], dayFirst[1], ...dayFirst.slice(4)]
    : (YEAR_FIRST.exec(text) ?? []);
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+05:30`);
  // Rejects dates such as 31/02, which Date would move to another day.
  return Number.isNaN(at.getTime()) || new Date(at.getTime() + 5.5 * 3_600_000).getUTCDate() !== Number(day)
    ? null
    : at;
}

/** Shortens a cell for a message: a wrong file may contain anything of any length. */
const shown = (cell: string) => cleanLine(cell).slice(0, 40);
