import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { stringify } from "csv-stringify/sync";
import { csvHeader, writeRow } from "../catalogue/csv.ts";
import { exportProducts } from "../catalogue/export.ts";
import { product } from "../database/schema.ts";
import { StartupProblem } from "../failures.ts";
import { createProgress } from "./progress.ts";
import { runCommand, withShop } from "./run.ts";

/** `npm run catalogue:export [file]`: writes every product to the file, or to the standard output; see docs/catalogue-csv.md. */

/** Spreadsheet programs take a file without it for another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new StartupProblem("Name one file at most: npm run catalogue:export products.csv");
  if (file === undefined) {
    await writeProducts(process.stdout);
    return 0;
  }
  const draft = `${file}.part`;
  try {
    const output = createWriteStream(draft);
    await once(output, "open");
    const rows = await writeProducts(output);
    output.end();
    await finished(output);
    await rename(draft, file);
    process.stderr.write(`Exported ${rows.toLocaleString("en")} products to ${file}.\n`);
    return 0;
  } catch (error) {
    await rm(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES" || code === "EISDIR" || code === "ENOSPC") {
      throw new StartupProblem(`${file} cannot be written (${code}); choose another place.`, { cause: error });
    }
    throw error;
  }
});

/** @returns how many */
async function writeProducts(output: Writable): Promise<number> {
  const progress = createProgress();
  let rows = 0;
  const write = async (records: string[][]) => {
    if (!output.write(stringify(records, { record_delimiter: "windows" }))) await once(output, "drain");
  };
  output.write(BYTE_ORDER_MARK);
  await withShop(async ({ db }) => {
    const total = await db.$count(product);
    await write([csvHeader()]);
    await exportProducts(db, async (products) => {
      await write(products.map(writeRow));
      rows += products.length;
      progress.show(rows / Math.max(1, total), `wrote ${rows.toLocaleString("en")} products`);
    });
  });
  progress.end();
  return rows;
}
