import { stat } from "node:fs/promises";
import { describeProblem } from "../catalogue/csv.ts";
import { type ImportResult, importProducts } from "../catalogue/import.ts";
import { StartupProblem } from "../failures.ts";
import { createMediaStore } from "../media/store.ts";
import { createProgress } from "./progress.ts";
import { runCommand, say, withShop } from "./run.ts";

/** `npm run catalogue:import products.csv`: stores the products of a file; see docs/catalogue-csv.md. */

/** The share of the work that is reading; the rest is storing. */
const READING = 0.4;

runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0)
    throw new StartupProblem("Name the file to import: npm run catalogue:import products.csv");
  const { size } = await readable(file);
  const result = await withShop(async ({ db, settings }) => {
    const progress = createProgress();
    try {
      return await importProducts(db, {
        file,
        store: createMediaStore(settings.DATA_DIR),
        onProgress({ stage, done, rows }) {
          if (stage === "reading") progress.show((done / size) * READING, `read ${count(rows)} products`);
          else
            progress.show(READING + (done / rows) * (1 - READING), `stored ${count(done)} of ${count(rows)} products`);
        },
      });
    } finally {
      progress.end();
    }
  });
  return report(file, result);
});

async function readable(file: string): Promise<{ size: number }> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new StartupProblem(`There is no file ${file}.`);
  if (!found.isFile()) throw new StartupProblem(`${file} is not a file.`);
  return { size: Math.max(1, found.size) };
}

function report(file: string, result: ImportResult): number {
  if (result.imported) {
    const { rows, added, changed } = result;
    say(
      `Imported ${file}: ${count(rows)} products, of which ${count(added)} new, ${count(changed)} changed and ${count(rows - added - changed)} as they were.`,
    );
    return 0;
  }
  for (const problem of result.problems) say(describeProblem(problem));
  const untold = result.problemCount - result.problems.length;
  if (untold > 0) say(`… and ${count(untold)} more`);
  process.stderr.write(
    `Nothing was stored: ${file} has ${result.problemCount === 1 ? "a problem" : `${count(result.problemCount)} problems`}.\n`,
  );
  return 1;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
