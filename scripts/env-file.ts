import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { settingNames } from "../server/config.ts";
import { ENV_FILE } from "../server/setup/env-file.ts";

/** Variables that are no settings of the shop but mean something to Node or the system. */
const OTHER_NAMES = /^(NODE_\w+|UV_THREADPOOL_SIZE|TZ|MALLOC_ARENA_MAX|STOREFRONT)$/;

/**
 * Adds what stands in `file` to `environment`. What the environment has already stays as it is.
 * @returns a sentence for each name in the file that is no setting
 */
export function readEnvFile(file: string, environment: Record<string, string | undefined>): string[] {
  if (!existsSync(file)) return [];
  const values = parseEnv(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  for (const [name, value] of Object.entries(values)) environment[name] ??= value;
  return Object.keys(values)
    .filter((name) => !(settingNames as readonly string[]).includes(name) && !OTHER_NAMES.test(name))
    .map((name) => `${file} sets ${name}, which is no setting; npm run settings lists them.`);
}

/** Reads the project's `.env` into this process's environment and warns of names that mean nothing. */
export function loadEnvFile(): void {
  for (const warning of readEnvFile(ENV_FILE, process.env)) process.stderr.write(`${warning}\n`);
}
