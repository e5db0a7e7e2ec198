import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { OperatorError } from "../../base/errors.ts";
import type { CommandContext } from "./context.ts";

/** @throws OperatorError for a file that exists, unless it may be replaced */
export function requireNewFile({ path }: Pick<CommandContext, "path">, name: string, force: boolean): void {
  if (!force && existsSync(path(name)))
    throw new OperatorError(`${path(name)} exists already; name another file, or add --force to replace it.`);
}

/**
 * Writes a file, which appears when it is complete.
 * @param name as typed by the caller
 * @returns what `fill` returns
 * @throws OperatorError for a file that exists or cannot be written
 */
export async function writeNewFile<T>(
  context: Pick<CommandContext, "path">,
  { name, force }: { name: string; force: boolean },
  fill: (output: Writable) => Promise<T>,
): Promise<T> {
  requireNewFile(context, name, force);
  const file = context.path(name);
  const draft = `${file}.part`;
  try {
    const output = createWriteStream(draft);
    await once(output, "open");
    const result = await fill(output);
    output.end();
    await finished(output);
    await rename(draft, file);
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES" || code === "EISDIR" || code === "ENOSPC") {
      throw new OperatorError(`${file} cannot be written (${code}); choose another place.`, { cause: error });
    }
    throw error;
  }
}
