import { stat } from "node:fs/promises";
import { OperatorError } from "../../base/errors.ts";
import { describeProblem } from "../../shop/catalogue/import/csv-table.ts";
import { remarkOnEncoding } from "../../shop/catalogue/import/file-encoding.ts";
import type { ImportResult } from "../../shop/catalogue/import/import.ts";
import type { CommandContext } from "./context.ts";
import { counted } from "./counted.ts";

/** Notes what is uncertain about a file's encoding. @throws OperatorError if it is not a readable file */
export async function requireReadableFile({ note }: CommandContext, file: string): Promise<{ size: number }> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new OperatorError(`There is no file ${file}.`);
  if (!found.isFile()) throw new OperatorError(`${file} is not a file.`);
  const remark = await remarkOnEncoding(file);
  if (remark) note(remark);
  return { size: Math.max(1, found.size) };
}

/**
 * Prints what an import stored, or the problems in its file.
 * @param nouns the name of rows, singular and plural: "product", "products"
 * @returns the exit code
 */
export function reportImport(
  { print, note }: CommandContext,
  file: string,
  result: ImportResult,
  nouns: [one: string, several: string],
): number {
  if (result.imported) {
    const { total, added, changed } = result;
    const same = total - added - changed;
    print(
      `Imported ${file}: ${counted(total, ...nouns)} (${added.toLocaleString("en")} new, ${changed.toLocaleString("en")} changed, ${same.toLocaleString("en")} unchanged).`,
    );
    return 0;
  }
  for (const problem of result.problems) print(describeProblem(problem));
  const unlisted = result.problemCount - result.problems.length;
  if (unlisted > 0) print(`… and ${unlisted.toLocaleString("en")} more`);
  note(`Nothing was stored: ${file} has ${counted(result.problemCount, "problem")}.`);
  return 1;
}
