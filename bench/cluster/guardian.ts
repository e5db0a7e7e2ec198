/**
 * Kills everything that the cluster has started when its standard input closes: that happens however the parent process ends. Each line of
 * input is a command.
 */

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { signalServer } from "./server-processes.ts";

export type GuardianCommand =
  /** A process that leads its own group. */
  | { started: number }
  | { ended: number }
  /** A PostgreSQL data folder: a killed Patroni leaves its server running. */
  | { data: string }
  /** Deleted last. */
  | { folder: string };

const groups = new Set<number>();
const dataFolders = new Set<string>();
const folders: string[] = [];

const input = createInterface({ input: process.stdin });
input.on("line", (line) => {
  const command: GuardianCommand = JSON.parse(line);
  if ("started" in command) groups.add(command.started);
  else if ("ended" in command) groups.delete(command.ended);
  else if ("data" in command) dataFolders.add(command.data);
  else folders.push(command.folder);
});
input.once("close", () => void end());
// Signals of the terminal are for the parent process; when it ends, the input does.
for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) process.on(signal, () => {});

async function end(): Promise<void> {
  for (const group of groups) send(-group, "SIGKILL");
  for (const data of dataFolders) {
    // A frozen one would not stop.
    signalServer(data, "SIGCONT");
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
