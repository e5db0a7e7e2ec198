import { isoDayInIndia } from "../../contract/dates.ts";
import { OperatorError } from "../errors.ts";
import { type Paise, toRupees } from "../money.ts";
import { DOCUMENTS, type DocumentRow, documentsOf } from "../orders/gst/documents.ts";
import { type Month, monthNamed } from "../orders/gst/month.ts";
import type { CommandContext } from "./context.ts";
import { type Command, defineAction } from "./declare.ts";
import { EXPORT_OPTIONS, type WriteRecords, writeCsv } from "./write-csv.ts";

/** Exports the invoices and credit notes of a month, for the shop's GST return; see docs/orders.md. */
const command: Command = {
  name: "gst",
  summary: "writes a month's invoices and credit notes for the GST return",
  actions: [
    defineAction({
      arguments: ["MONTH", "[FILE]"],
      options: EXPORT_OPTIONS,
      summary: "writes those of MONTH, such as 2026-10, to FILE as CSV, or to the screen",
      async run(context, { arguments: [name, file], options }) {
        const month = monthNamed(name);
        if (!month) throw new OperatorError(`${name} is no month; write it like 2026-10.`);
        const counts = await writeCsv(context, { file, ...options }, (write) => writeDocuments(context, write, month));
        if (file !== undefined) context.note(`Exported ${summary(counts)} of ${month.name} to ${context.path(file)}.`);
      },
    }),
  ],
};
export default command;

type Counts = Record<DocumentRow["document"], number>;

async function writeDocuments(
  { database: { read }, signal }: CommandContext,
  write: WriteRecords,
  month: Month,
): Promise<Counts> {
  const counts: Counts = { invoice: 0, "credit note": 0 };
  await write([Object.keys(CELLS)]);
  for (const document of DOCUMENTS) {
    for await (const rows of documentsOf(read, document, month)) {
      signal.throwIfAborted();
      await write(rows.map((row) => Object.values(CELLS).map((cell) => cell(row))));
      counts[document] += new Set(rows.map(({ number }) => number)).size;
    }
  }
  return counts;
}

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
  quantity: ({ quantity }) => String(quantity),
  taxable_value: ({ taxablePaise }) => plainRupees(taxablePaise),
  cgst: ({ cgstPaise }) => plainRupees(cgstPaise),
  sgst_or_utgst: ({ sgstPaise }) => plainRupees(sgstPaise),
  igst: ({ igstPaise }) => plainRupees(igstPaise),
  total: ({ totalPaise }) => plainRupees(totalPaise),
};

/** `1234.50`, for spreadsheets. */
function plainRupees(paise: Paise): string {
  return toRupees(paise).toFixed(2);
}

function summary(counts: Counts): string {
  return DOCUMENTS.map(
    (document) => `${counts[document].toLocaleString("en")} ${document}${counts[document] === 1 ? "" : "s"}`,
  ).join(" and ");
}
