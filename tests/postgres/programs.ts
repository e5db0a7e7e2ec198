/** Finds PostgreSQL's programs for tests and benchmarks. */

import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Account, postgresAccount } from "../../server/platform/database/bundled/account.ts";
import { bundledPrograms, type PostgresPrograms, programsIn } from "../../server/platform/database/bundled/programs.ts";

const OLDEST = 15;

/** Those of the npm package, as the shop uses them; where it has none for this machine, the machine's. */
export function programsOfTests(account: Account): PostgresPrograms {
  try {
    return bundledPrograms(account);
  } catch (error) {
    const found = newestOfMachine();
    if (found) return found;
    throw error;
  }
}

/** The machine's, which have more of PostgreSQL's tools beside them; else those of the npm package. @throws OperatorError */
export function findPrograms(): PostgresPrograms {
  return newestOfMachine() ?? bundledPrograms(postgresAccount());
}

function newestOfMachine(): PostgresPrograms | undefined {
  const [newest] = [...new Set(machineFolders())]
    .flatMap((folder) => readPrograms(folder) ?? [])
    .filter(({ major }) => major >= OLDEST)
    .sort((a, b) => b.major - a.major);
  return newest;
}

function* machineFolders(): Generator<string> {
  const configured = output("pg_config", ["--bindir"]);
  if (configured) yield configured;
  for (const base of ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "C:\\Program Files\\PostgreSQL"]) {
    for (const name of existsSync(base) ? readdirSync(base) : []) yield join(base, name, "bin");
  }
  yield* (process.env.PATH ?? "").split(delimiter);
}

function readPrograms(folder: string): PostgresPrograms | undefined {
  const { initdb, postgres } = programsIn(folder);
  if (!isProgram(initdb) || !isProgram(postgres)) return undefined;
  const [, full, major] = /\(PostgreSQL\) ((\d+)\S*)/.exec(output(postgres, ["--version"]) ?? "") ?? [];
  return major
    ? { initdb, postgres, major: Number(major), description: `PostgreSQL ${full} of this machine` }
    : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function output(command: string, args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}
