/** Creates the files of a PostgreSQL and runs its server. The shop's own and those of the tests differ in their settings. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "../../../base/errors.ts";
import type { Account } from "./account.ts";
import type { PostgresPrograms } from "./programs.ts";

/** The superuser's name, and its database. */
export const SUPERUSER = "postgres";

export interface Cluster {
  programs: Pick<PostgresPrograms, "initdb" | "postgres">;
  account: Account;
  /** The folder of its files. */
  data: string;
}

/**
 * UTF-8, texts in the order of their code points, and letters of all scripts, on every machine: initdb would take them from the environment.
 * macOS and Windows name the last of these differently.
 */
const LOCALE = ["--encoding=UTF8", "--locale=C"];
const LETTERS = process.platform === "linux" ? ["C.UTF-8"] : ["C.UTF-8", "en_US.UTF-8"];

/**
 * Creates the files in `data`, an empty folder of `account`.
 * @param password of connections by TCP; without one they are rejected, and those by the socket need none
 * @param sync whether the files are on the disk when it returns
 * @throws OperatorError
 */
export function createCluster(
  { programs, account, data }: Cluster,
  { password, sync = true }: { password?: string; sync?: boolean } = {},
): void {
  const passwordFile = join(dirname(data), "password");
  if (password !== undefined) {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    giveOwnership(passwordFile, account);
  }
  const attempt = (letters: string) =>
    spawnSync(
      programs.initdb,
      [
        ...["-D", seenFromInside(data, account), "-U", SUPERUSER, ...LOCALE, `--lc-ctype=${letters}`],
        ...(password === undefined
          ? ["--auth-local=trust", "--auth-host=reject"]
          : ["--auth=scram-sha-256", `--pwfile=${passwordFile}`]),
        ...(sync ? [] : ["--no-sync"]),
        "--no-instructions",
      ],
      { ...account, cwd: data, env: environment(), encoding: "utf8" },
    );
  try {
    const results: ReturnType<typeof attempt>[] = [];
    for (const letters of LETTERS) {
      const result = attempt(letters);
      if (result.status === 0) return;
      results.push(result);
    }
    const [first] = results;
    const reason = first?.stderr || first?.error?.message || "no reason given";
    throw new OperatorError(`PostgreSQL's initdb failed in ${data}: ${reason.trim()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Runs the server, apart from this process: Ctrl-C is not for it, and it goes on when this process has ended. */
export function runServer(
  { programs, account, data }: Cluster,
  settings: Record<string, string>,
  log: number | "pipe",
): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(programs.postgres, ["-D", seenFromInside(data, account), ...options], {
    ...account,
    cwd: data,
    env: environment(),
    stdio: ["ignore", log === "pipe" ? "ignore" : log, log],
    detached: true,
    windowsHide: true,
  });
}

export function giveOwnership(path: string, account: Account): void {
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
}

/**
 * Another account cannot enter folders of root's above `data`, such as a home. It inherits `data` as its working directory, and reaches it as
 * such.
 */
function seenFromInside(data: string, account: Account): string {
  return account.uid !== undefined && process.platform === "linux" ? "/proc/self/cwd" : data;
}

/** Without the shop's secrets, which the other account could read, and without a locale that the machine may lack. */
function environment(): NodeJS.ProcessEnv {
  const passed = ["PATH", "Path", "SystemRoot", "TMPDIR", "TEMP", "TMP"];
  return {
    ...Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    LC_ALL: "C",
  };
}
