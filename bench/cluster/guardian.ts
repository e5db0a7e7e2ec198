import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Ends everything that the cluster has started when its input ends, which it does however the parent process ends. Each line of input is
 * an order.
 */

export type GuardianOrder =
  /** A process that leads its own group. */
  | { started: number }
  | { ended: number }
  /** A PostgreSQL data folder: Patroni leaves its server running when it is killed. */
  | { data: string }
  /** Deleted last. */
  | { folder: string };

const groups = new Set<number>();
const dataFolders = new Set<string>();
const folders: string[] = [];

const input = createInterface({ input: process.stdin });
input.on("line", (line) => {
  const order: GuardianOrder = JSON.parse(line);
  if ("started" in order) groups.add(order.started);
  else if ("ended" in order) groups.delete(order.ended);
  else if ("data" in order) dataFolders.add(order.data);
  else folders.push(order.folder);
});
input.once("close", () => void end());
// Signals of the terminal are for the parent process; when it ends, the input does.
for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) process.on(signal, () => {});

async function end(): Promise<void> {
  for (const group of groups) send(-group, "SIGKILL");
  for (const data of dataFolders) {
    const server = postmasterOf(data);
    if (server) send(server, "SIGQUIT");
  }
  for (const until = Date.now() + 5000; Date.now() < until && [...dataFolders].some(runs); ) await wait(50);
  for (const data of dataFolders) {
    const server = runs(data) && postmasterOf(data);
    if (server) send(server, "SIGKILL");
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  process.exit();
}

function postmasterOf(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]) || undefined;
  } catch {
    return undefined;
  }
}

function runs(data: string): boolean {
  const server = postmasterOf(data);
  return server !== undefined && send(server, 0);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
