import { exportProducts } from "../../shop/catalogue/import/export.ts";
import { csvHeader, writeProducts } from "../../shop/catalogue/import/product-columns.ts";
import { countProducts } from "../../shop/catalogue/import/product-lookups.ts";
import type { CommandContext } from "./context.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import { EXPORT_OPTIONS, type WriteRecords, writeCsv } from "./write-csv.ts";

/** Exports the products as a CSV file; see docs/catalogue-csv.md. */
const command: Command = {
  name: "catalogue:export",
  summary: "writes the products to a CSV file",
  actions: [
    defineAction({
      arguments: ["[FILE]"],
      options: EXPORT_OPTIONS,
      summary: "writes every product to FILE, or to the screen",
      async run(context, { arguments: [file], options }) {
        const rows = await writeCsv(context, { file, ...options }, (write) => exportTo(context, write));
        if (file !== undefined) context.note(`Exported ${counted(rows, "product")} to ${context.path(file)}.`);
      },
    }),
  ],
};
export default command;

/** @returns the number of products */
async function exportTo({ database: { read }, progress }: CommandContext, write: WriteRecords): Promise<number> {
  let rows = 0;
  const total = await countProducts(read);
  await write([csvHeader()]);
  await exportProducts(read, async (products) => {
    await write(writeProducts(products));
    rows += new Set(products.map(({ slug }) => slug)).size;
    progress.show(rows / Math.max(1, total), `wrote ${counted(rows, "product")}`);
  });
  progress.end();
  return rows;
}
