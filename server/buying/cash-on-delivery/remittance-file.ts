/** Reads a courier's list of remitted parcels. Pure. */

import { MAX_REMITTED_PARCELS } from "../../../contract/admin/cash.ts";
import { cleanLine } from "../../../contract/text.ts";
import { MAX_PAISE, toPaise } from "../../base/money.ts";
import type { CsvRow } from "../../shop/catalogue/import/csv-file.ts";
import type { RemittedParcel } from "./remittance.ts";

/** Names that couriers give to the columns. */
const AWB_COLUMNS = ["awb", "awb number", "awb no", "awb no.", "waybill", "tracking number"];
const AMOUNT_COLUMNS = ["amount", "cod amount", "cod", "remitted amount", "collected amount"];

/**
 * @param rows of the file, including the header
 * @returns the parcels, or every problem with its row
 */
export function readRemittance(
  rows: readonly Pick<CsvRow, "row" | "cells">[],
): { parcels: RemittedParcel[] } | { problems: string[] } {
  const [header, ...lines] = rows;
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  const awbAt = names.findIndex((name) => AWB_COLUMNS.includes(name));
  const amountAt = names.findIndex((name) => AMOUNT_COLUMNS.includes(name));
  if (awbAt < 0 || amountAt < 0)
    return {
      problems: [
        `The first row must name a column "awb" and a column "amount"; it has ${names.join(", ").slice(0, 200)}.`,
      ],
    };
  if (lines.length === 0) return { problems: ["The file has no parcels."] };
  if (lines.length > MAX_REMITTED_PARCELS)
    return { problems: [`A file can have up to ${MAX_REMITTED_PARCELS} parcels. Please split it.`] };
  const problems: string[] = [];
  const parcels: RemittedParcel[] = [];
  const seen = new Set<string>();
  for (const { row, cells } of lines) {
    const awb = (cells[awbAt] ?? "").replace(/[\s']+/g, "").toUpperCase();
    const rupees = (cells[amountAt] ?? "").replace(/[₹,\s]/g, "");
    if (!/^[0-9A-Z-]{4,40}$/.test(awb)) problems.push(`row ${row}: "${shown(awb)}" is no AWB`);
    else if (!/^\d{1,8}(\.\d{1,2})?$/.test(rupees) || toPaise(Number(rupees)) > MAX_PAISE)
      problems.push(`row ${row}: "${shown(rupees)}" is no amount in rupees`);
    else if (seen.has(awb)) problems.push(`row ${row}: ${awb} is there already`);
    else {
      seen.add(awb);
      parcels.push({ awb, amountPaise: toPaise(Number(rupees)) });
    }
  }
  return problems.length > 0 ? { problems } : { parcels };
}

/** Shortens a cell for a message: a wrong file may contain anything of any length. */
const shown = (cell: string) => cleanLine(cell).slice(0, 40);
