import { ENV_FILE, readEnvFile } from "../server/operations/setup/env-file.ts";

/** Reads the project's `.env` into this process's environment and warns of unknown names. */
export function loadEnvFile(): void {
  for (const warning of readEnvFile(ENV_FILE, process.env)) process.stderr.write(`${warning}\n`);
}
