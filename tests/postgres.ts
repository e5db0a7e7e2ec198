import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ManagerAction, ManagerReport, ManagerRequest } from "./postgres/manager.ts";

/** A temporary PostgreSQL for tests and benchmarks. */
export interface TestPostgres {
  /** The server's database `postgres`, as a superuser. */
  url: string;
  /** The folder of its files; empty for the PostgreSQL of TEST_DATABASE_URL. */
  data: string;
  /** For example `PostgreSQL 15.18`, and the origin of its programs. */
  description: string;
  /** Kills the server (SIGKILL). */
  crash(): Promise<void>;
  /** Restarts it after a crash, on the same port, with its data. */
  start(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/** The settings of a server that has standbys. */
export const STANDBY_SOURCE = { wal_level: "replica", max_wal_senders: "4", synchronous_commit: "on" };

/**
 * Starts a PostgreSQL on a free port of 127.0.0.1, or uses the one of TEST_DATABASE_URL. Fails without any PostgreSQL: tests that need one
 * are never skipped.
 *
 * A manager process runs the server and stops it when this process exits in any way.
 * @param settings of postgresql.conf, over those for fast tests (`fsync=off` and the like)
 * @param own true for a separate server, which may be crashed
 * @param standbyOf makes a streaming standby of this server, which needs the settings STANDBY_SOURCE
 */
export async function startPostgres({
  settings = {},
  own = false,
  standbyOf,
}: {
  settings?: Record<string, string>;
  own?: boolean;
  standbyOf?: TestPostgres;
} = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given && !own && !standbyOf) return givenPostgres(given);

  const manager = spawn(process.execPath, [join(import.meta.dirname, "postgres/manager.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
    // Ctrl-C is for this process; the manager notices its exit.
    detached: true,
  });
  manager.stdin.write(
    `${JSON.stringify({ settings: { ...(standbyOf && STANDBY_SOURCE), ...settings }, ...(standbyOf && { standbyOf }) } satisfies ManagerRequest)}\n`,
  );
  const lines = createInterface({ input: manager.stdout })[Symbol.asyncIterator]();
  async function nextReport(): Promise<Exclude<ManagerReport, { problem: string }>> {
    const { value: line } = await lines.next();
    const report: ManagerReport = line
      ? JSON.parse(line)
      : { problem: "The process that manages PostgreSQL ended before it was ready." };
    if ("problem" in report) throw new Error(report.problem);
    return report;
  }
  async function send(action: ManagerAction): Promise<void> {
    manager.stdin.write(`${action}\n`);
    await nextReport();
  }
  const report = await nextReport();

  // A finished test process need not wait for the manager.
  manager.unref();
  (manager.stdin as unknown as { unref(): void }).unref();
  (manager.stdout as unknown as { unref(): void }).unref();
  return {
    ...report,
    crash: () => send("crash"),
    start: () => send("start"),
    async stop() {
      manager.ref();
      manager.stdin.end();
      if (manager.exitCode === null && manager.signalCode === null) await once(manager, "exit");
    },
  };
}

function givenPostgres(url: string): TestPostgres {
  const reject = async () => {
    throw new Error("The PostgreSQL of TEST_DATABASE_URL must not be crashed by tests.");
  };
  return {
    url,
    data: "",
    description: "the PostgreSQL of TEST_DATABASE_URL",
    crash: reject,
    start: reject,
    stop: async () => {},
  };
}
