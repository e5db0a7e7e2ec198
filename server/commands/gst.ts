import { isoDayInIndia } from "../../contract/dates.ts";
import { StartupProblem } from "../failures.ts";
import { DOCUMENTS, type DocumentRow, documentsOf } from "../orders/gst/documents.ts";
import { type Month, monthNamed } from "../orders/gst/month.ts";
import { runCommand, withShop } from "./run.ts";
import { type WriteRecords, writeCsv } from "./write-csv.ts";

/** `npm run gst -- MONTH [FILE]`: the invoices and credit notes of a month, for the shop's GST return; see docs/orders.md. */

runCommand(async () => {
  const [name = "", file, ...more] = process.argv.slice(2);
  const month = monthNamed(name);
  if (!month || more.length > 0) throw new StartupProblem("Write it like this: npm run gst -- 2026-10 [FILE]");
  const counts = await writeCsv(file, (write) => writeDocuments(write, month));
  if (file !== undefined) process.stderr.write(`Exported ${summary(counts)} of ${month.name} to ${file}.\n`);
  return 0;
});

type Counts = Record<DocumentRow["document"], number>;

async function writeDocuments(write: WriteRecords, month: Month): Promise<Counts> {
  const counts: Counts = { invoice: 0, "credit note": 0 };
  await withShop(async ({ db }) => {
    await write([Object.keys(CELLS)]);
    for (const document of DOCUMENTS) {
      for await (const rows of documentsOf(db, document, month)) {
        await write(rows.map((row) => Object.values(CELLS).map((cell) => cell(row))));
        counts[document] += new Set(rows.map(({ number }) => number)).size;
      }
    }
  });
  return counts;
}

/** The columns with what stands in them. */
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

/** For spreadsheets: 1234.50 */
function plainRupees(paise: number): string {
  return (paise / 100).toFixed(2);
}

function summary(counts: Counts): string {
  return DOCUMENTS.map(
    (document) => `${counts[document].toLocaleString("en")} ${document}${counts[document] === 1 ? "" : "s"}`,
  ).join(" and ");
}
