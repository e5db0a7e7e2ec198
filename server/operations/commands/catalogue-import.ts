import { COMMAND_ACTOR } from "../../platform/audit/record-audit.ts";
import { createMediaLibrary } from "../../platform/media/media-library.ts";
import { readMailSender } from "../../selling/settings/mail-sender.ts";
import { readStored } from "../../selling/settings/shop-settings.ts";
import { hsnDigitsOf } from "../../selling/variants/gst-tables.ts";
import { importProducts } from "../../shop/catalogue/import/import.ts";
import { warnOfCatalogue } from "../../shop/catalogue/import/import-gst-warnings.ts";
import { queueRestockEmails } from "../../shop/wishlist/restock-emails.ts";
import type { CommandContext } from "./context.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import { reportImport, requireReadableFile } from "./import-report.ts";

/** The share of reading in the progress; the rest is for storing. */
const READING = 0.4;

/** Imports products from a CSV file; see docs/catalogue-csv.md. */
const command: Command = {
  name: "catalogue:import",
  summary: "stores the products of a CSV file",
  actions: [
    defineAction({
      arguments: ["FILE"],
      options: {
        "set-stock": {
          summary: "stock of a file without stock_before replaces what the shop has, whatever was sold since",
        },
      },
      summary: "adds the products of FILE and changes those that the shop has; all of them or, if one is wrong, none",
      writes: true,
      async run(context, { arguments: [name], options: { "set-stock": replacesStock } }) {
        const file = context.path(name);
        const { size } = await requireReadableFile(context, file);
        const stored = await readStored(context.db, context.environment);
        const result = await importFile(context, { file, size, replacesStock, importer: stored.IMPORTER });
        const code = reportImport(context, file, result, ["product", "products"]);
        const warning = await warnOfCatalogue(context.db, hsnDigitsOf(stored), new Date());
        if (warning) context.note(warning);
        return code;
      },
    }),
  ],
};
export default command;

async function importFile(
  { db, settings, environment, progress }: CommandContext,
  {
    file,
    size,
    replacesStock,
    importer,
  }: { file: string; size: number; replacesStock: boolean; importer: readonly string[] },
) {
  const sender = await readMailSender(db, environment, "");
  try {
    return await importProducts(db, {
      file,
      media: createMediaLibrary(settings),
      actor: COMMAND_ACTOR,
      replacesStock,
      importer,
      onRestocked: (trx, productIds) => queueRestockEmails(trx, productIds, sender, new Date()),
      onProgress({ stage, done, rows }) {
        if (stage === "reading") progress.show((done / size) * READING, `read ${counted(rows, "product")}`);
        else
          progress.show(
            READING + (done / rows) * (1 - READING),
            `stored ${done.toLocaleString("en")} of ${counted(rows, "product")}`,
          );
      },
    });
  } finally {
    progress.end();
  }
}
