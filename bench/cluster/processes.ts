/**
 * Starts programs, each in its own process group. A guardian process (guardian.ts) kills them when this process ends, even by SIGKILL.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Account, postgresAccount } from "../../server/platform/database/bundled/account.ts";
import type { GuardianCommand } from "./guardian.ts";

export interface Program {
  name: string;
  pid: number;
  /** Returns its output so far. */
  log(): string;
  hasExited(): boolean;
  /** Its exit code; null if a signal ended it. */
  exitCode: Promise<number | null>;
  /** Sends a signal to its group and waits for its exit. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface StartOptions {
  environment?: Record<string, string | undefined>;
  /** Runs as the operating system's user of PostgreSQL, which refuses to run as root. */
  asPostgres?: true;
  cwd?: string;
}

export interface Processes {
  /** The folder for everything that the cluster writes, deleted at the end. */
  folder: string;
  start(name: string, command: string, args: string[], options?: StartOptions): Program;
  /** Makes a subfolder; with `asPostgres` PostgreSQL's user owns it. */
  makeFolder(name: string, options?: { asPostgres?: true }): string;
  /** Registers a PostgreSQL data folder, so that the guardian stops its server, too. */
  registerDataFolder(dataFolder: string): void;
  /** Kills all programs and deletes the folder. */
  close(): Promise<void>;
}

/** How many characters of a program's output stay in memory. */
const MAX_LOG_LENGTH = 200_000;

export function createProcesses(): Processes {
  const account: Account = postgresAccount();
  const guardian = spawn(process.execPath, [join(import.meta.dirname, "guardian.ts")], {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
  });
  const send = (command: GuardianCommand) => guardian.stdin.write(`${JSON.stringify(command)}\n`);
  const giveToPostgres = (path: string) => {
    if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
  };
  const folder = mkdtempSync(join(tmpdir(), "cluster-"));
  giveToPostgres(folder);
  send({ folder });

  return {
    folder,
    makeFolder(name, { asPostgres } = {}) {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      if (asPostgres) giveToPostgres(path);
      return path;
    },
    registerDataFolder: (data) => void send({ data }),
    start(name, command, args, { environment = {}, asPostgres, cwd = folder } = {}) {
      const child = spawn(command, args, {
        cwd,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, LC_ALL: "C.UTF-8", ...environment },
        ...(asPostgres && account),
      });
      return programOf(name, child);
    },
    async close() {
      guardian.stdin.end();
      if (guardian.exitCode === null) await once(guardian, "exit");
    },
  };

  function programOf(name: string, child: ChildProcess): Program {
    let log = "";
    let failure: Error | undefined;
    const file = createWriteStream(join(folder, `${name}.log`), { flags: "a" });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (part: Buffer) => {
        file.write(part);
        log = (log + part).slice(-MAX_LOG_LENGTH);
      });
    child.once("error", (error) => {
      failure = error;
      log += error.message;
    });
    const { pid } = child;
    const exitCode: Promise<number | null> = new Promise((resolve) => {
      child.once("exit", resolve);
      child.once("error", () => resolve(null));
    });
    if (pid !== undefined) {
      send({ started: pid });
      void exitCode.then(() => send({ ended: pid }));
    }
    const hasExited = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
    return {
      name,
      pid: pid ?? 0,
      log: () => log,
      hasExited,
      exitCode,
      async kill(signal) {
        if (hasExited() || pid === undefined) return;
        process.kill(-pid, signal);
        await exitCode;
      },
    };
  }
}

/** Returns the last lines that a program wrote to its log file. */
export function lastLines(folder: string, name: string, lines = 20): string {
  return readFileSync(join(folder, `${name}.log`), "utf8")
    .trim()
    .split("\n")
    .slice(-lines)
    .join("\n");
}

/**
 * Repeats a check until it returns a truthy value, and returns that.
 * @param condition for the error, such as "etcd answers"
 * @param options.program ends the wait if it exits; the error then contains its output
 * @throws Error after `seconds`
 */
export async function waitUntil<T>(
  condition: string,
  check: () => Promise<T | undefined | false | null> | T | undefined | false | null,
  { seconds = 60, program }: { seconds?: number; program?: Program } = {},
): Promise<T> {
  let last: unknown;
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await wait(50)) {
    try {
      const found = await check();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    if (program?.hasExited()) break;
  }
  const output = program ? `\n${program.log().trim().split("\n").slice(-15).join("\n")}` : "";
  throw new Error(`${condition}: not within ${seconds} s${last instanceof Error ? ` (${last.message})` : ""}${output}`);
}

/** Finds free ports of 127.0.0.1. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(probes.map((probe) => once(probe, "listening")));
  const ports = probes.map((probe) => (probe.address() as { port: number }).port);
  await Promise.all(
    probes.map(async (probe) => {
      probe.close();
      await once(probe, "close");
    }),
  );
  return ports;
}
