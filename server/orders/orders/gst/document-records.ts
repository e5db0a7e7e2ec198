/** Lists a month's invoices and credit notes as records of a CSV file. */

import { isoDayInIndia } from "../../../../contract/dates.ts";
import { paise, plainRupees } from "../../../base/money.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { DOCUMENTS, type DocumentRow, documentsOf, FINANCIAL_CREDIT_NOTE } from "./documents.ts";
import type { Month } from "./month.ts";

/** A financial credit note counts in no column whose total is the tax due. */
const counted = (row: DocumentRow, amount: (row: DocumentRow) => number) =>
  row.document === FINANCIAL_CREDIT_NOTE ? 0 : amount(row);

/** The columns and their values. */
const CELLS: Record<string, (row: DocumentRow) => string> = {
  document: ({ document }) => document,
  number: ({ number }) => number,
  date: ({ date }) => isoDayInIndia(date),
  invoice_number: ({ invoiceNumber }) => invoiceNumber,
  order_number: ({ orderNumber }) => orderNumber,
  place_of_supply: ({ placeOfSupply }) => placeOfSupply,
  hsn: ({ hsn }) => hsn,
  gst_percent: ({ gstPercent }) => String(gstPercent),
  quantity: (row) => String(counted(row, ({ quantity }) => quantity)),
  taxable_value: (row) => plainRupees(paise(counted(row, ({ taxablePaise }) => taxablePaise))),
  cgst: (row) => plainRupees(paise(counted(row, ({ cgstPaise }) => cgstPaise))),
  sgst_or_utgst: (row) => plainRupees(paise(counted(row, ({ sgstPaise }) => sgstPaise))),
  igst: (row) => plainRupees(paise(counted(row, ({ igstPaise }) => igstPaise))),
  total: ({ totalPaise }) => plainRupees(totalPaise),
};
const DOCUMENT_COLUMNS = Object.keys(CELLS);

const documentRecord = (row: DocumentRow): string[] => Object.values(CELLS).map((cell) => cell(row));

/** Yields the header, and the records of every document. */
export async function* documentRecords(db: ReadDatabase, month: Month): AsyncGenerator<string[]> {
  yield DOCUMENT_COLUMNS;
  for (const document of DOCUMENTS)
    for await (const rows of documentsOf(db, document, month)) yield* rows.map(documentRecord);
}
