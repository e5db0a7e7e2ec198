import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Account, postgresAccount } from "../../tests/postgres/account.ts";
import type { GuardianOrder } from "./guardian.ts";

/** Starts programs, each in its own process group, which end with this process however it ends. */

export interface Program {
  name: string;
  pid: number;
  /** Its output so far. */
  log(): string;
  hasEnded(): boolean;
  /** Its exit code; null if a signal ended it. */
  ended: Promise<number | null>;
  /** Sends a signal to its group and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface StartOptions {
  environment?: Record<string, string | undefined>;
  /** Runs as the account of PostgreSQL. */
  asPostgres?: true;
  cwd?: string;
}

export interface Processes {
  /** The folder of everything that the cluster writes; deleted at the end. */
  folder: string;
  start(name: string, command: string, args: string[], options?: StartOptions): Program;
  /** A subfolder; `asPostgres` gives it to PostgreSQL's account. */
  makeFolder(name: string, options?: { asPostgres?: true }): string;
  /** Registers a PostgreSQL data folder, so that its server ends, too. */
  guardData(data: string): void;
  /** Ends everything and deletes the folder. */
  end(): Promise<void>;
}

const LOG_LENGTH = 200_000;

export function createProcesses(): Processes {
  const account: Account = postgresAccount();
  const guardian = spawn(process.execPath, [join(import.meta.dirname, "guardian.ts")], {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
  });
  const tell = (order: GuardianOrder) => guardian.stdin.write(`${JSON.stringify(order)}\n`);
  const give = (path: string) => {
    if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
  };
  const folder = mkdtempSync(join(tmpdir(), "cluster-"));
  give(folder);
  tell({ folder });

  return {
    folder,
    makeFolder(name, { asPostgres } = {}) {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      if (asPostgres) give(path);
      return path;
    },
    guardData: (data) => void tell({ data }),
    start(name, command, args, { environment = {}, asPostgres, cwd = folder } = {}) {
      const child = spawn(command, args, {
        cwd,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, LC_ALL: "C.UTF-8", ...environment },
        ...(asPostgres && account),
      });
      return guarded(name, child);
    },
    async end() {
      guardian.stdin.end();
      if (guardian.exitCode === null) await once(guardian, "exit");
    },
  };

  function guarded(name: string, child: ChildProcess): Program {
    let log = "";
    let failure: Error | undefined;
    const file = createWriteStream(join(folder, `${name}.log`), { flags: "a" });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (part: Buffer) => {
        file.write(part);
        log = (log + part).slice(-LOG_LENGTH);
      });
    child.once("error", (error) => {
      failure = error;
      log += error.message;
    });
    const { pid } = child;
    const ended: Promise<number | null> = new Promise((resolve) => {
      child.once("exit", resolve);
      child.once("error", () => resolve(null));
    });
    if (pid !== undefined) {
      tell({ started: pid });
      void ended.then(() => tell({ ended: pid }));
    }
    const hasEnded = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
    return {
      name,
      pid: pid ?? 0,
      log: () => log,
      hasEnded,
      ended,
      async end(signal) {
        if (hasEnded() || pid === undefined) return;
        process.kill(-pid, signal);
        await ended;
      },
    };
  }
}

/** The last lines that a program wrote to its log file. */
export function lastLines(folder: string, name: string, lines = 20): string {
  return readFileSync(join(folder, `${name}.log`), "utf8")
    .trim()
    .split("\n")
    .slice(-lines)
    .join("\n");
}

/** Repeats a check until it returns something. @throws Error with what was waited for, and the program's output if it ended meanwhile */
export async function until<T>(
  what: string,
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
    if (program?.hasEnded()) break;
  }
  const output = program ? `\n${program.log().trim().split("\n").slice(-15).join("\n")}` : "";
  throw new Error(`${what}: not within ${seconds} s${last instanceof Error ? ` (${last.message})` : ""}${output}`);
}

/** Free ports of 127.0.0.1. */
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
