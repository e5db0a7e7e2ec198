import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Sends a signal to the PostgreSQL server of a data folder, and to its processes, each of which leads its own group. */
export function signalServer(data: string, signal: NodeJS.Signals): void {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return;
  const server = readFileSync(file, "utf8").split("\n")[0] ?? "";
  let children = "";
  try {
    children = execFileSync("pgrep", ["-P", server], { encoding: "utf8" });
  } catch {
    // The process has no children, or has ended already.
  }
  for (const pid of [server, ...children.split("\n")].filter(Boolean)) {
    try {
      process.kill(Number(pid), signal);
    } catch {
      // The process has already exited.
    }
  }
}
