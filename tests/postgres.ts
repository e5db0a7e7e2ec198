import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { KeeperOrder, KeeperReport } from "./postgres/keeper.ts";

/** A PostgreSQL for tests and benchmarks, made for the occasion and gone afterwards. */
export interface TestPostgres {
  /** The server's own database `postgres`, as a user who may do anything. */
  url: string;
  /** Such as `PostgreSQL 15.18`, and where its programs came from. */
  description: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL of its own on a free port of 127.0.0.1, or takes the one that TEST_DATABASE_URL names. Without any
 * PostgreSQL this fails: a test that needs one is never passed over.
 *
 * A keeper process holds the server and ends it as soon as this process is gone, however it went.
 * @param settings of postgresql.conf, over those that make tests quick and careless (`fsync=off` and the like)
 */
export async function startPostgres({
  settings = {},
}: {
  settings?: Record<string, string>;
} = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, description: "the PostgreSQL of TEST_DATABASE_URL", stop: async () => {} };

  const keeper = spawn(process.execPath, [join(import.meta.dirname, "postgres/keeper.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
    // A Ctrl-C is for us; the keeper hears of it when we are gone.
    detached: true,
  });
  const order: KeeperOrder = { settings };
  keeper.stdin.write(`${JSON.stringify(order)}\n`);
  const { value: line } = await createInterface({ input: keeper.stdout })[Symbol.asyncIterator]().next();
  const report: KeeperReport = line
    ? JSON.parse(line)
    : { problem: "The process that keeps PostgreSQL ended before it was ready." };
  if ("problem" in report) throw new Error(report.problem);

  // A test process that is done need not wait for the keeper.
  keeper.unref();
  (keeper.stdin as unknown as { unref(): void }).unref();
  (keeper.stdout as unknown as { unref(): void }).unref();
  return {
    ...report,
    async stop() {
      keeper.ref();
      keeper.stdin.end();
      if (keeper.exitCode === null && keeper.signalCode === null) await once(keeper, "exit");
    },
  };
}
