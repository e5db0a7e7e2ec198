/** Data folders of PostgreSQL, filled once and copied for each server. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { postgresAccount } from "../../server/platform/database/bundled/account.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { insertBuyers } from "../buyers.ts";
import { fillCatalogue } from "../catalogue.ts";
import { fillOrders } from "./fill-orders.ts";
import type { Processes, Program } from "./processes.ts";
import { freePorts, waitUntil } from "./processes.ts";

/** The password of every role: the servers listen on 127.0.0.1 only and end with the run. */
export const PASSWORD = "of-the-cluster";
export const urlOf = (port: number, { role = "shop", database = "shop" } = {}) =>
  `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`;

export interface Sizes {
  products: number;
  orders: number;
}

/** While filling, speed matters and durability does not. */
const FILLING = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // Patroni begins as a standby, which needs it.
  wal_level: "replica",
  max_wal_senders: "0",
  max_wal_size: "8GB",
  shared_buffers: "1GB",
};
/** A quarter of a small database server's memory, as PostgreSQL's manual advises. */
const ALONE = { shared_buffers: "1GB", effective_cache_size: "3GB", random_page_cost: "1.1", max_connections: "200" };

export interface Server {
  port: number;
  /** The URL of the database `shop`, as its owner. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Fills a data folder.
 * @param keep a folder that keeps it for the next run with the same sizes; null for none
 * @returns the data folder of a server that was stopped cleanly
 */
export async function fillTemplate(
  processes: Processes,
  binaries: string,
  { products, orders }: Sizes,
  keep: string | null,
  say: (line: string) => void,
): Promise<string> {
  const parent = keep ? join(keep, `filled-${products}-${orders}`) : join(processes.folder, "filled");
  const data = join(parent, "data");
  const mark = join(parent, "complete");
  if (existsSync(mark)) return data;
  mkdirSync(parent, { recursive: true });
  initialise(processes, binaries, data);
  const server = await startServer(processes, "filling", binaries, data, FILLING);
  await createRoles(server.port);
  const database = await openDatabase(
    { DATABASE_URL: `${server.url}?options=-c%20statement_timeout%3D0`, DATABASE_POOL: 4, DATA_DIR: "" },
    { unlimited: true },
  );
  try {
    await fillCatalogue(database.db, products, say);
    await insertBuyers(database.db);
    await fillOrders(database.db, orders, say);
  } finally {
    await database.close();
  }
  await server.stop();
  writeFileSync(mark, "");
  return data;
}

/** Copies a filled data folder for one server. */
export function copyTemplate(processes: Processes, template: string, name: string): string {
  const target = join(processes.makeFolder(name, { asPostgres: true }), "data");
  run("cp", ["-a", "--reflink=auto", template, target]);
  return target;
}

/** Starts a server with the settings for a machine of its own. */
export const startAlone = (processes: Processes, name: string, binaries: string, data: string) =>
  startServer(processes, name, binaries, data, ALONE);

async function startServer(
  processes: Processes,
  name: string,
  binaries: string,
  data: string,
  settings: Record<string, string>,
): Promise<Server> {
  const [port = 0] = await freePorts(1);
  const options = { ...settings, port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: "" };
  processes.registerDataFolder(data);
  const program = processes.start(
    name,
    join(binaries, "postgres"),
    ["-D", data, ...Object.entries(options).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
    { asPostgres: true },
  );
  await untilAccepting(port, program);
  return { port, url: urlOf(port), stop: () => program.kill("SIGINT") };
}

async function untilAccepting(port: number, program: Program): Promise<void> {
  await waitUntil(
    "PostgreSQL accepts connections",
    async () => {
      await withClient(urlOf(port, { role: "postgres", database: "postgres" }), (client) => client.query("select 1"));
      return true;
    },
    { program },
  );
}

function initialise(processes: Processes, binaries: string, data: string): void {
  const passwordFile = join(processes.makeFolder("password", { asPostgres: true }), "password");
  mkdirSync(data);
  run("chown", ["-R", String(postgresAccount().uid ?? process.getuid?.()), join(data, "..")]);
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  const words = [
    "-D",
    data,
    "-U",
    "postgres",
    "-E",
    "UTF8",
    "--locale=C",
    "--lc-ctype=C.UTF-8",
    "--auth=scram-sha-256",
    "--data-checksums",
  ];
  run(join(binaries, "initdb"), [...words, `--pwfile=${passwordFile}`, "--no-sync", "--no-instructions"], true);
}

/** Creates the roles that Patroni also uses; it creates them only in a database that it has created itself. */
async function createRoles(port: number): Promise<void> {
  await withClient(urlOf(port, { role: "postgres", database: "postgres" }), async (client) => {
    await client.query(`create role replicator login replication password '${PASSWORD}'`);
    await client.query(`create role rewind login password '${PASSWORD}'`);
    for (const signature of [
      "pg_ls_dir(text, boolean, boolean)",
      "pg_stat_file(text, boolean)",
      "pg_read_binary_file(text)",
      "pg_read_binary_file(text, bigint, bigint, boolean)",
    ])
      await client.query(`grant execute on function pg_catalog.${signature} to rewind`);
    await client.query(`create role shop login password '${PASSWORD}'`);
    // Statements outside transactions get no limit through a pooler.
    await client.query("alter role shop set statement_timeout = '30s'");
    await client.query("create database shop owner shop");
  });
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 60_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

function run(command: string, args: string[], asPostgres = false): void {
  const done = spawnSync(command, args, { cwd: "/", encoding: "utf8", ...(asPostgres && postgresAccount()) });
  if (done.status !== 0) throw new Error(`${command} failed: ${(done.stderr || done.error?.message || "").trim()}`);
}
