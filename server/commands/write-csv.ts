import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Options, stringify } from "csv-stringify/sync";
import { StartupProblem } from "../failures.ts";

/** Spreadsheet programs take a file without it for another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Writes some more records. */
export type WriteRecords = (records: string[][]) => Promise<void>;

/**
 * Writes CSV as spreadsheet programs read it, to a file or to the standard output. A file takes its place when it is whole.
 * @param file missing for the standard output
 * @param fill writes the records, the header first
 * @returns what `fill` gives back
 * @throws StartupProblem for a file that cannot be written
 */
export async function writeCsv<T>(
  file: string | undefined,
  fill: (write: WriteRecords) => Promise<T>,
  options: Options = {},
): Promise<T> {
  if (file === undefined) return fillStream(process.stdout, fill, options);
  const draft = `${file}.part`;
  try {
    const output = createWriteStream(draft);
    await once(output, "open");
    const result = await fillStream(output, fill, options);
    output.end();
    await finished(output);
    await rename(draft, file);
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES" || code === "EISDIR" || code === "ENOSPC") {
      throw new StartupProblem(`${file} cannot be written (${code}); choose another place.`, { cause: error });
    }
    throw error;
  }
}

async function fillStream<T>(
  output: Writable,
  fill: (write: WriteRecords) => Promise<T>,
  options: Options,
): Promise<T> {
  output.write(BYTE_ORDER_MARK);
  return fill(async (records) => {
    if (!output.write(stringify(records, { record_delimiter: "windows", ...options }))) await once(output, "drain");
  });
}
