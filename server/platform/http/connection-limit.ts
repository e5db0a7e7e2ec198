/** Leaves files and connections to the database and to services, however many clients connect. */

import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { FastifyBaseLogger } from "fastify";

/** Open files that clients leave: the database's pool, files that are read or written, connections to services. */
const RESERVED = 256;
/** How often refused connections are logged, in milliseconds. */
const LOG_EVERY_MS = 60_000;

/** Reads how many files and connections this process may open; null if the system does not say, or sets no limit. */
export async function readOpenFilesLimit(file = "/proc/self/limits"): Promise<number | null> {
  const limits = await readFile(file, "utf8").catch(() => "");
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
  return Number.isFinite(limit) ? limit : null;
}

/** How many clients may be connected at once: all but `RESERVED`, or half of a low limit. */
export const maxConnectionsOf = (openFiles: number): number =>
  Math.max(1, openFiles - Math.min(RESERVED, Math.ceil(openFiles / 2)));

/** Refuses connections above a maximum, and logs it, at most once a minute. */
export function limitConnections(server: Server, max: number, log: Pick<FastifyBaseLogger, "error">): void {
  server.maxConnections = max;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let refused = 0;
  server.on("drop", () => {
    refused += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.error(
      { refused },
      `connections are refused: ${max} are open. Raise the limit of open files (ulimit -n, LimitNOFILE), or let a proxy hold idle ones`,
    );
    refused = 0;
  });
}
