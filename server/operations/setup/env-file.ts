import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { OperatorError } from "../../base/errors.ts";
import { settingNames } from "../../platform/config/config.ts";

/** The file of settings for the server and all commands. */
export const ENV_FILE = join(import.meta.dirname, "../../../.env");

/** Variables of Node or the system, rather than of the shop. */
const OTHER_NAMES = /^(NODE_\w+|UV_THREADPOOL_SIZE|TZ|MALLOC_ARENA_MAX|STOREFRONT)$/;

/**
 * Adds the variables of `file` to `environment`, without overwriting any.
 * @returns a sentence for each unknown name
 */
export function readEnvFile(file: string, environment: Record<string, string | undefined>): string[] {
  if (!existsSync(file)) return [];
  const values = parseEnv(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  for (const [name, value] of Object.entries(values)) environment[name] ??= value;
  return Object.keys(values)
    .filter((name) => !(settingNames as readonly string[]).includes(name) && !OTHER_NAMES.test(name))
    .map((name) => `${file} sets ${name}, which is no setting; npm run settings lists them.`);
}

/**
 * Sets a value in the text of a NAME=value file: replaces its line, or appends one. Everything else stays.
 * @throws OperatorError for a value that such a file cannot contain
 */
export function withValue(text: string, name: string, value: string): string {
  const line = `${name}=${quoted(name, value)}`;
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const at = lines.findLastIndex((known) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(known));
  return `${(at < 0 ? [...lines, line] : lines.with(at, line)).join("\n")}\n`;
}

function quoted(name: string, value: string): string {
  if (/^[\w./:@%+=,-]*$/.test(value)) return value;
  const quote = ["'", "`", '"'].find((candidate) => !value.includes(candidate));
  // In double quotation marks, a backslash is an escape.
  if (quote === undefined || /[\r\n]/.test(value) || (quote === '"' && value.includes("\\")))
    throw new OperatorError(`${name} has characters that a .env file cannot contain together; choose another value.`);
  return `${quote}${value}${quote}`;
}

/** Sets a value in a file that only this account may read. Atomic. */
export async function storeInEnvFile(file: string, name: string, value: string): Promise<void> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(draft, withValue(text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"), name, value), {
      mode: 0o600,
    });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
}
