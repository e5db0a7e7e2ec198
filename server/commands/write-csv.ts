import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Options, stringify } from "csv-stringify/sync";
import { StartupError } from "../errors.ts";
import type { CommandContext } from "./context.ts";

/** Spreadsheet programs take a file without it for another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Of every command that writes a file. */
export const EXPORT_OPTIONS = { force: { summary: "replaces FILE if it exists" } } as const;

/** Writes some more records. */
export type WriteRecords = (records: string[][]) => Promise<void>;

/**
 * Writes CSV as spreadsheet programs read it, to a file or to the standard output. A file takes its place when it is whole.
 * @param target `file` as the caller named it, missing for the standard output
 * @param fill writes the records, the header first
 * @returns what `fill` returns
 * @throws StartupError for a file that exists or cannot be written
 */
export async function writeCsv<T>(
  context: CommandContext,
  { file: name, force }: { file: string | undefined; force: boolean },
  fill: (write: WriteRecords) => Promise<T>,
  options: Options = {},
): Promise<T> {
  if (name === undefined) return fillStream(context.out, fill, options);
  const file = context.path(name);
  if (!force && existsSync(file))
    throw new StartupError(`${file} exists already; name another file, or add --force to replace it.`);
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
      throw new StartupError(`${file} cannot be written (${code}); choose another place.`, { cause: error });
    }
    throw error;
  }
}

async function fillStream<T>(
  output: Writable,
  fill: (write: WriteRecords) => Promise<T>,
  options: Options,
): Promise<T> {
  // The mark goes out with the first records: a command that fails before has written nothing.
  let start = BYTE_ORDER_MARK;
  return fill(async (records) => {
    const text = start + stringify(records, { record_delimiter: "windows", ...options });
    start = "";
    if (!output.write(text)) await once(output, "drain");
  });
}
