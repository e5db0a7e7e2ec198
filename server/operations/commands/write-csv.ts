import { once } from "node:events";
import type { Writable } from "node:stream";
import { type Options, stringify } from "csv-stringify/sync";
import type { CommandContext } from "./context.ts";
import { writeNewFile } from "./write-file.ts";

/** Byte order mark: without it, spreadsheet programs assume another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Options of commands that write a file. */
export const EXPORT_OPTIONS = { force: { summary: "replaces FILE if it exists" } } as const;

/** Writes further records. */
export type WriteRecords = (records: string[][]) => Promise<void>;

/**
 * Writes CSV for spreadsheet programs to a file, which appears when it is complete, or to the standard output.
 * @param file as typed by the caller; undefined for the standard output
 * @param fill writes the records, the header first
 * @returns what `fill` returns
 * @throws OperatorError for a file that exists or cannot be written
 */
export async function writeCsv<T>(
  context: CommandContext,
  { file: name, force }: { file: string | undefined; force: boolean },
  fill: (write: WriteRecords) => Promise<T>,
  options: Options = {},
): Promise<T> {
  if (name === undefined) return fillStream(context.out, fill, options);
  return writeNewFile(context, { name, force }, (output) => fillStream(output, fill, options));
}

async function fillStream<T>(
  output: Writable,
  fill: (write: WriteRecords) => Promise<T>,
  options: Options,
): Promise<T> {
  // Written with the first records, so that a command that fails before has written nothing.
  let start = BYTE_ORDER_MARK;
  return fill(async (records) => {
    const text = start + stringify(records, { record_delimiter: "windows", ...options });
    start = "";
    if (!output.write(text)) await once(output, "drain");
  });
}
