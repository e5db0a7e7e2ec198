import { csvHeader, writeRow } from "../catalogue/csv.ts";
import { exportProducts } from "../catalogue/export.ts";
import { product } from "../database/schema.ts";
import { StartupProblem } from "../failures.ts";
import { createProgress } from "./progress.ts";
import { runCommand, withShop } from "./run.ts";
import { type WriteRecords, writeCsv } from "./write-csv.ts";

/** `npm run catalogue:export [file]`: writes every product to the file, or to the standard output; see docs/catalogue-csv.md. */

runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new StartupProblem("Name one file at most: npm run catalogue:export products.csv");
  const rows = await writeCsv(file, writeProducts);
  if (file !== undefined) process.stderr.write(`Exported ${rows.toLocaleString("en")} products to ${file}.\n`);
  return 0;
});

/** @returns how many */
async function writeProducts(write: WriteRecords): Promise<number> {
  const progress = createProgress();
  let rows = 0;
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
