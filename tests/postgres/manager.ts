/**
 * Runs one PostgreSQL for the parent process: reads an order from its input, writes one report, and runs the server until its input ends,
 * which it does however the parent ends. Then it deletes server and files. Each further line of input is an action, answered by a report.
 */

import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Account, postgresAccount } from "../../server/platform/database/bundled/account.ts";
import {
  type Cluster,
  createCluster,
  giveOwnership,
  runServer,
} from "../../server/platform/database/bundled/cluster.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { programsOfTests } from "./programs.ts";

export interface ManagerRequest {
  settings: Record<string, string>;
  /** Makes a streaming standby of this server. */
  standbyOf?: { url: string; data: string };
}
/** `crash`: the server is killed (SIGKILL). `start`: it starts again on its port, and recovers. */
export type ManagerAction = "crash" | "start";
export type ManagerReport = { url: string; data: string; description: string } | { problem: string };

/** Speed matters here, durability does not. */
const QUICK = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  // Compiling a statement takes longer than running it on a few rows.
  jit: "off",
  max_wal_senders: "0",
  wal_level: "minimal",
  shared_buffers: "128MB",
  max_connections: "100",
  timezone: "UTC",
};
/** Another program may take a free port before the server does. */
const PORT_TRIES = 3;

const base = mkdtempSync(join(tmpdir(), "postgres-for-tests-"));
let server: ChildProcess | undefined;
let startAgain = async (): Promise<ManagerReport> => ({ problem: "PostgreSQL was not started yet." });

const input = createInterface({ input: process.stdin });
input.once("line", (line) => {
  input.on("line", (action: ManagerAction) => void act(action).then(report));
  start(JSON.parse(line)).then(report, (error: Error) => {
    report({ problem: error.message });
    return end(1);
  });
});
input.once("close", () => end(0));
// Signals of the terminal are for the parent process; when it ends, the input does.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
process.on("SIGTERM", () => end(0));

function report(message: ManagerReport): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function act(action: ManagerAction): Promise<ManagerReport> {
  if (action === "start") return startAgain();
  await killServer("SIGKILL");
  return { url: "", data: "", description: "" };
}

async function killServer(signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill(signal);
  await exited;
}

async function end(code: number): Promise<void> {
  // Immediate shutdown: its data is not needed any more.
  await killServer("SIGQUIT");
  rmSync(base, { recursive: true, force: true });
  process.exit(code);
}

async function start({ settings, standbyOf }: ManagerRequest): Promise<ManagerReport> {
  const account = postgresAccount();
  const programs = programsOfTests(account);
  const data = join(base, "data");
  mkdirSync(data);
  giveOwnership(base, account);
  giveOwnership(data, account);
  const password = standbyOf ? new URL(standbyOf.url).password : randomBytes(16).toString("hex");
  const cluster = { programs, account, data };
  if (standbyOf) await copyCluster(standbyOf, data, account);
  else createCluster(cluster, { password, sync: false });
  const following: Record<string, string> = standbyOf ? { primary_conninfo: connectionInfo(standbyOf.url) } : {};

  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    const launchHere = () => launch(cluster, port, { ...QUICK, ...settings, ...following });
    const log = launchHere();
    const running = { url, data, description: programs.description };
    startAgain = async () => {
      // A new server cannot start until the killed server's processes are gone.
      for (const until = Date.now() + LONGEST_WAIT_MS; Date.now() < until; ) {
        launchHere();
        if (await isResponding(url)) return running;
      }
      return { problem: "PostgreSQL did not start again." };
    };
    if (await isResponding(url)) return running;
    if (tries < PORT_TRIES && /Address already in use/.test(log())) continue;
    throw new Error(`PostgreSQL did not start: ${log().trim().split("\n").slice(-5).join(" ")}`);
  }
}

/** Copies a running server's files with its backup functions: the npm package has no pg_basebackup. */
async function copyCluster(from: { url: string; data: string }, data: string, account: Account): Promise<void> {
  const client = new pg.Client({ connectionString: from.url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    cpSync(from.data, data, { recursive: true, filter: (path) => !/[\\/]postmaster\.(pid|opts)$/.test(path) });
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    writeFileSync(join(data, "backup_label"), rows[0].labelfile);
    writeFileSync(join(data, "standby.signal"), "");
  } finally {
    await client.end();
  }
  for (const path of readdirSync(data, { recursive: true, encoding: "utf8" })) giveOwnership(join(data, path), account);
  chmodSync(data, 0o700);
}

function connectionInfo(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
}

/** Starts the server; returns a function that reads its log. */
function launch(cluster: Cluster, port: number, settings: Record<string, string>): () => string {
  const started = runServer(
    cluster,
    { ...settings, port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: "" },
    "pipe",
  );
  server = started;
  let log = "";
  started.stderr?.on("data", (part) => {
    // The beginning says why it did not start; later lines are errors caused by tests.
    if (log.length < 20_000) log += part;
  });
  return () => log;
}

async function isResponding(url: string): Promise<boolean> {
  const until = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < until && server?.exitCode === null && server.signalCode === null) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return true;
    } catch {
      await wait(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
