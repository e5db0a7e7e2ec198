import { importProducts } from "../catalogue/import.ts";
import { StartupProblem } from "../failures.ts";
import { createMediaStore } from "../media/store.ts";
import { counted } from "./counted.ts";
import { readableFile, reportImport } from "./import-report.ts";
import { createProgress } from "./progress.ts";
import { runCommand, withShop } from "./run.ts";

/** `npm run catalogue:import products.csv`: stores the products of a file; see docs/catalogue-csv.md. */

/** The share of the work that is reading; the rest is storing. */
const READING = 0.4;

runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0)
    throw new StartupProblem("Name the file to import: npm run catalogue:import products.csv");
  const { size } = await readableFile(file);
  const result = await withShop(async ({ db, settings }) => {
    const progress = createProgress();
    try {
      return await importProducts(db, {
        file,
        store: createMediaStore(settings.DATA_DIR),
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
  });
  return reportImport(file, result, ["product", "products"]);
});
