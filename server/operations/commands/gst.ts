import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../base/errors.ts";
import { DOCUMENT_COLUMNS, documentRecord, plainRupees } from "../../orders/orders/gst/document-records.ts";
import { DOCUMENTS, documentsOf, type Totals } from "../../orders/orders/gst/documents.ts";
import { toCsvFiles, toJson } from "../../orders/orders/gst/gstr1.ts";
import { type Month, monthNamed } from "../../orders/orders/gst/month.ts";
import { isNilReturn, readReturn, returnRulesOf } from "../../orders/orders/gst/return.ts";
import { readStored } from "../../selling/settings/shop-settings.ts";
import type { CommandContext } from "./context.ts";
import { type Command, defineAction } from "./declare.ts";
import { EXPORT_OPTIONS, type WriteRecords, writeCsv } from "./write-csv.ts";

/** Exports the invoices and credit notes of a month, and its GST return; see docs/orders.md. */
const command: Command = {
  name: "gst",
  summary: "writes a month's invoices and credit notes, or its GST return",
  actions: [
    defineAction({
      arguments: ["MONTH", "[FILE]"],
      options: {
        ...EXPORT_OPTIONS,
        gstr1: {
          value: "FOLDER",
          summary: "writes the return GSTR-1 to FOLDER instead, for the portal and its offline tool",
        },
      },
      summary: "writes those of MONTH, such as 2026-10, to FILE as CSV, or to the screen",
      async run(context, { arguments: [name, file], options: { gstr1, ...options } }) {
        const month = monthNamed(name);
        if (!month) throw new OperatorError(`${name} is no month; write it like 2026-10.`);
        if (gstr1 !== undefined) return writeReturn(context, month, gstr1, options.force);
        const counts = await writeCsv(context, { file, ...options }, (write) => writeDocuments(context, write, month));
        if (file !== undefined) context.note(`Exported ${summary(counts)} of ${month.name} to ${context.path(file)}.`);
        return 0;
      },
    }),
  ],
};
export default command;

/** Writes the return as JSON and CSV files, and compares its sums with the documents. @returns 1 if something must be corrected first */
async function writeReturn(context: CommandContext, month: Month, folder: string, force: boolean): Promise<number> {
  const {
    database: { read },
    print,
    signal,
  } = context;
  const rules = returnRulesOf(await readStored(read, context.environment));
  const { sections: found, sums, agrees } = await readReturn(read, month, rules, signal);
  const file = (name: string) => join(folder, `gstr1-${month.name}${name}`);
  await mkdir(context.path(folder), { recursive: true });
  await writeJson(context, file(".json"), toJson(found, month), force);
  for (const [name, records] of Object.entries(toCsvFiles(found)))
    await writeCsv(context, { file: file(`-${name}`), force }, (write) => write(records));

  print(`GSTR-1 of ${month.name} is in ${context.path(folder)}.`);
  print(totalsLine("Invoices less credit notes", sums.documents));
  print(totalsLine("All sections of supplies", sums.supplies));
  print(totalsLine("HSN summary", sums.hsn));
  print(agrees ? "The sums agree to the paisa." : "The sums do not agree: do not file this return.");
  if (isNilReturn(found)) print(`Nothing was issued in ${month.name}: a nil return is due.`);
  for (const { text } of found.problems) print(`To correct: ${text}`);
  return agrees && found.problems.length === 0 ? 0 : 1;
}

const totalsLine = (name: string, { taxablePaise, cgstPaise, sgstPaise, igstPaise }: Totals) =>
  `${name.padEnd(28)}taxable ${plainRupees(taxablePaise)}, CGST ${plainRupees(cgstPaise)}, SGST or UTGST ${plainRupees(sgstPaise)}, IGST ${plainRupees(igstPaise)}`;

/** Writes a file, which appears when it is complete. @throws OperatorError if the file exists */
async function writeJson(context: CommandContext, name: string, content: object, force: boolean): Promise<void> {
  const file = context.path(name);
  if (!force && existsSync(file))
    throw new OperatorError(`${file} exists already; name another folder, or add --force to replace it.`);
  await writeFile(`${file}.part`, `${JSON.stringify(content, null, 2)}\n`);
  await rename(`${file}.part`, file);
}

type Counts = Record<(typeof DOCUMENTS)[number], number>;

async function writeDocuments(
  { database: { read }, signal }: CommandContext,
  write: WriteRecords,
  month: Month,
): Promise<Counts> {
  const counts: Counts = { invoice: 0, "credit note": 0 };
  await write([DOCUMENT_COLUMNS]);
  for (const document of DOCUMENTS) {
    for await (const rows of documentsOf(read, document, month)) {
      signal.throwIfAborted();
      await write(rows.map(documentRecord));
      counts[document] += new Set(rows.map(({ number }) => number)).size;
    }
  }
  return counts;
}

function summary(counts: Counts): string {
  return DOCUMENTS.map(
    (document) => `${counts[document].toLocaleString("en")} ${document}${counts[document] === 1 ? "" : "s"}`,
  ).join(" and ");
}
