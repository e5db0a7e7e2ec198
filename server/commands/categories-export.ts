import { CATEGORY_COLUMNS } from "../catalogue/category-columns.ts";
import { exportCategories } from "../catalogue/category-file.ts";
import { headerOf, writeRow } from "../catalogue/csv-table.ts";
import { StartupProblem } from "../failures.ts";
import { counted } from "./counted.ts";
import { runCommand, withShop } from "./run.ts";
import { writeCsv } from "./write-csv.ts";

/** `npm run categories:export [file]`: writes every category to the file, or to the standard output; see docs/catalogue-csv.md. */

runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new StartupProblem("Name one file at most: npm run categories:export categories.csv");
  const categories = await withShop(({ db }) => exportCategories(db));
  await writeCsv(file, (write) =>
    write([headerOf(CATEGORY_COLUMNS), ...categories.map((values) => writeRow(CATEGORY_COLUMNS, values))]),
  );
  if (file !== undefined)
    process.stderr.write(`Exported ${counted(categories.length, "category", "categories")} to ${file}.\n`);
  return 0;
});
