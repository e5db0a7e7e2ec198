/**
 * The shop's own PostgreSQL, for a shop without DATABASE_URL. The shop and its commands use one server: the first starts it, the last
 * stops it. One that a killed process has left behind is used by the next.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, readlinkSync, rmSync, statfsSync, statSync } from "node:fs";
import { createServer, Socket } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "../../../base/errors.ts";
import { joinUsers, leaveUsers } from "../single-node.ts";
import { DatabaseUnavailable } from "../unavailable.ts";
import { runServer } from "./cluster.ts";
import { isAlive, listenSettings, openPlace, type Place, readPidFile, urlOf } from "./place.ts";

export interface BundledPostgres {
  /** Changes on Windows, when another program has taken the port of a server that is started again. */
  url: string;
  /** Stops the server unless another process uses it. */
  leave(): Promise<void>;
}

/** For a machine with other things to do. What is committed is on the disk. */
const SETTINGS = {
  max_connections: "100",
  shared_buffers: "64MB",
  // Without processes of their own for reading, parallel queries and replication.
  io_method: "sync",
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
  max_wal_senders: "0",
  wal_level: "minimal",
  max_wal_size: "256MB",
  min_wal_size: "32MB",
  // Compiling a statement takes longer than running it on a few rows.
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // The shop logs failed statements; here they would show customers' data.
  log_min_messages: "log",
  log_checkpoints: "off",
};
const START_WITHIN_MS = 60_000;
/** How long a start is repeated while processes of a killed server still end. */
const KILLED_ENDS_WITHIN_MS = 15_000;
const POLL_MS = 20;
const RESTART_MS = 1000;
/** Then it goes on stopping without us: on a busy disk its last checkpoint takes longer than a process may take to stop. */
const STOP_WITHIN_MS = 3000;
const RETRY_LEAVE_MS = 200;
const LARGEST_LOG = 1_000_000;

/** Responses of a server that starts or stops. */
const NOT_NOW = /^(57P0[1-3]|ECONNRESET|EPIPE)$/;
const NOBODY_LISTENS = /^(ENOENT|ECONNREFUSED)$/;
/** Reasons in the log for which another try may succeed. */
const ANOTHER_ENDS_OR_STARTS = /lock file|still in use|Address already in use/;
/** With less space PostgreSQL cannot start, nor say so in its log. */
const LEAST_BYTES = 1_000_000;

/**
 * Starts the PostgreSQL of a DATA_DIR, or joins the running one. If it dies, it is started again.
 * @throws OperatorError when it cannot be started; DatabaseUnavailable when it takes too long
 */
export async function joinBundledPostgres(dataDir: string): Promise<BundledPostgres> {
  const place = openPlace(dataDir);
  let client = await joinServer(place);
  let hasLeft = false;
  const rejoin = async () => {
    while (!hasLeft) {
      const joined = await joinServer(place).catch((error: Error) => {
        process.stderr.write(`${error.message}\n`);
      });
      if (joined) return keep(joined);
      await pause(RESTART_MS, undefined, { ref: false });
    }
  };
  const keep = (joined: pg.Client) => {
    client = joined;
    client.once("end", () => void rejoin());
  };
  keep(client);
  // An exiting process can wait for nothing, so another one leaves for it.
  const leaveByAnother = () => {
    spawn(process.execPath, [join(import.meta.dirname, "leave.ts"), dataDir], {
      stdio: "ignore",
      detached: true,
    }).unref();
  };
  process.once("exit", leaveByAnother);
  return {
    url: urlOf(place) as string,
    async leave() {
      if (hasLeft) return;
      hasLeft = true;
      await leave(place, client);
      process.removeListener("exit", leaveByAnother);
    },
  };
}

/**
 * Stops the PostgreSQL of a DATA_DIR if it runs and nobody uses it.
 * @param patienceMs how long to wait for the last user to end
 */
export async function stopUnused(dataDir: string, patienceMs = 0): Promise<void> {
  const place = openPlace(dataDir);
  const url = urlOf(place);
  const client = url && (await connect(url).catch(() => null));
  if (client) await leave(place, client, patienceMs);
}

async function leave(place: Place, client: pg.Client, patienceMs = 0): Promise<void> {
  keepProcess(client, true);
  try {
    const running = readPidFile(place);
    if (!running) return;
    for (const until = performance.now() + patienceMs; !(await leaveUsers(client)); ) {
      if (performance.now() >= until) return;
      await pause(RETRY_LEAVE_MS);
    }
    stop(place, running.pid);
    for (const until = performance.now() + STOP_WITHIN_MS; isAlive(running.pid) && performance.now() < until; )
      await pause(POLL_MS);
  } catch {
    // The connection has broken: the server has ended.
  } finally {
    await client.end().catch(() => {});
  }
}

/** Ends the connections and the server; the next start has nothing to recover. */
function stop({ programs }: Place, pid: number): void {
  if (process.platform !== "win32") process.kill(pid, "SIGINT");
  // Windows has no signals; PostgreSQL imitates them.
  else spawnSync(join(dirname(programs.postgres), "pg_ctl.exe"), ["kill", "INT", String(pid)]);
}

/** Connects as one of the users, and starts the server if nobody has. */
async function joinServer(place: Place): Promise<pg.Client> {
  const startedAt = performance.now();
  let server: Started | undefined;
  for (;;) {
    const url = urlOf(place);
    const tried = url ? await connect(url).catch((error: NodeJS.ErrnoException) => error) : null;
    if (tried instanceof pg.Client) return tried;
    const code = tried?.code ?? "";
    const waited = performance.now() - startedAt;
    if (tried && !NOBODY_LISTENS.test(code) && !NOT_NOW.test(code) && !/terminated/.test(tried.message)) throw tried;
    if (waited > START_WITHIN_MS)
      throw new DatabaseUnavailable(`The shop’s own PostgreSQL does not respond; its log is ${place.log}.`);
    if ((!tried || NOBODY_LISTENS.test(code)) && !server?.isRunning()) {
      const reason = server?.log() ?? "";
      if (server && isFull(place.data)) throw new DatabaseUnavailable(`The disk of ${place.data} is full; make space.`);
      if (server && !(ANOTHER_ENDS_OR_STARTS.test(reason) && waited < KILLED_ENDS_WITHIN_MS))
        throw new OperatorError(
          `The shop’s own PostgreSQL did not start in ${place.data}: ${reason.trim().split("\n").slice(-5).join(" ")}`,
        );
      removeStalePidFile(place);
      server = await start(place);
    }
    await pause(POLL_MS);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, stream: () => socket, application_name: "kewra user" });
  client.on("error", () => {});
  try {
    await client.connect();
    await joinUsers(client);
    keepProcess(client, false);
    return client;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** A process with nothing else to do ends, and does not wait for this connection, unless it is leaving. */
function keepProcess(client: pg.Client, whether: boolean): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (whether) stream.ref();
  else stream.unref();
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_BYTES;
}

interface Started {
  isRunning(): boolean;
  /** What it has logged since its start. */
  log(): string;
}

async function start(place: Place): Promise<Started> {
  const size = statSync(place.log, { throwIfNoEntry: false })?.size ?? 0;
  const from = size > LARGEST_LOG ? 0 : size;
  const log = openSync(place.log, from === 0 ? "w" : "a", 0o600);
  let server: ChildProcess;
  try {
    server = runServer(place, { ...SETTINGS, ...listenSettings(place, await freePort(place)) }, log);
  } finally {
    closeSync(log);
  }
  let failure = "";
  server.on("error", (error) => {
    failure = error.message;
  });
  server.unref();
  return {
    isRunning: () => failure === "" && server.exitCode === null && server.signalCode === null,
    log: () => failure || readFileSync(place.log).subarray(from).toString(),
  };
}

/** On Windows a port that nobody has; the last one, if that is free. */
async function freePort(place: Place): Promise<string> {
  if (place.sockets !== null) return "";
  for (const wanted of [Number(readPidFile(place)?.port ?? 0), 0]) {
    const probe = createServer().listen(wanted, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    const { port } = probe.address() as { port: number };
    probe.close();
    await once(probe, "close");
    return String(port);
  }
  throw new Error("no port of 127.0.0.1 is free");
}

/**
 * PostgreSQL does not start while a process has the id of its killed predecessor, as in a container, where ids start from 1 again. Where the system
 * tells which program that is, the id of another one is removed.
 */
function removeStalePidFile(place: Place): void {
  const left = readPidFile(place);
  if (!left || process.platform !== "linux") return;
  try {
    if (/^postgres/.test(readlinkSync(`/proc/${left.pid}/exe`).split("/").at(-1) ?? "")) return;
  } catch {
    // Nothing has that id any more, which PostgreSQL finds out itself, or it is another account's.
    return;
  }
  rmSync(join(place.data, "postmaster.pid"), { force: true });
}
