import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { OperatorError } from "../../base/errors.ts";
import { systemProblem } from "../../base/system-problem.ts";
import { settingNames } from "../../platform/config/config.ts";
import type { FormerFile } from "../../platform/jobs/stop-on-signal.ts";

/** The file of settings for the server and all commands. */
export const ENV_FILE = join(import.meta.dirname, "../../../.env");

/** Variables of Node or the system, rather than of the shop. */
const OTHER_NAMES = /^(NODE_\w+|UV_THREADPOOL_SIZE|TZ|MALLOC_ARENA_MAX|STOREFRONT)$/;

/** The file that an environment was read from, and the variables that it has set there. */
interface EnvFile {
  file: string;
  names: ReadonlySet<string>;
}
const READ = new WeakMap<object, EnvFile>();

/** Returns the file that `readEnvFile` has read into this environment; undefined if none was. */
export const envFileOf = (environment: object): EnvFile | undefined => READ.get(environment);

/** Returns which of these variables are set in the environment by something other than the file, so that the file cannot change them. */
export function setOutside(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string[] {
  const fromFile = envFileOf(environment)?.names;
  return names.filter((name) => environment[name] !== undefined && !fromFile?.has(name));
}

/**
 * Adds the variables of `file` to `environment`, without overwriting any.
 * @returns a sentence for each unknown name
 */
export function readEnvFile(file: string, environment: Record<string, string | undefined>): string[] {
  const values = existsSync(file) ? parseEnv(readFileSync(file, "utf8").replace(/^\uFEFF/, "")) : {};
  const names = Object.keys(values).filter((name) => environment[name] === undefined);
  for (const name of names) environment[name] = values[name];
  READ.set(environment, { file, names: new Set(names) });
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

/**
 * Sets values in a file that only this account may read: all of them or none.
 * @returns the file as it was before
 * @throws OperatorError for a value that such a file cannot contain, or a file that cannot be written
 */
export async function storeInEnvFile(file: string, values: Readonly<Record<string, string>>): Promise<FormerFile> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  const draft = `${file}.${randomUUID()}.part`;
  const changed = Object.entries(values).reduce(
    (lines, [name, value]) => withValue(lines, name, value),
    (text ?? "").replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"),
  );
  try {
    await writeFile(draft, changed, { mode: 0o600, flush: true });
    await rename(draft, file);
    return { file, text };
  } catch (error) {
    await rm(draft, { force: true });
    const remedy =
      systemProblem(error) === "disk_full" ? "make space on its disk" : "let the account that runs the shop change it";
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(`${file} cannot be written (${code}): ${remedy}, and try again.`, { cause: error });
  }
}
