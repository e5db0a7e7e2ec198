import { importCategories } from "../catalogue/category-file.ts";
import { StartupProblem } from "../failures.ts";
import { createMediaStore } from "../media/store.ts";
import { readableFile, reportImport } from "./import-report.ts";
import { runCommand, withShop } from "./run.ts";

/** `npm run categories:import categories.csv`: stores the categories of a file; see docs/catalogue-csv.md. */

runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0)
    throw new StartupProblem("Name the file to import: npm run categories:import categories.csv");
  await readableFile(file);
  const result = await withShop(({ db, settings }) =>
    importCategories(db, { file, store: createMediaStore(settings.DATA_DIR) }),
  );
  return reportImport(file, result, ["category", "categories"]);
});
