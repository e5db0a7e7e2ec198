import { setTimeout as pause } from "node:timers/promises";
import { DatabaseUnavailable, isDatabaseUnavailable } from "../database/unavailable.ts";
import { openWaitingServer } from "./waiting-server.ts";

const RETRY_MS = 500;

/**
 * Opens the shop as soon as its database is available. Until then its port responds with 503, and each new reason is logged.
 * @throws errors of `open` that waiting does not solve
 */
export async function whenDatabaseIsAvailable<T>(
  open: () => Promise<T>,
  { port, host, print }: { port: number; host: string; print: (line: string) => void },
): Promise<T> {
  let closeWaitingServer: (() => Promise<void>) | undefined;
  let printed = "";
  try {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        const reason = reasonOf(error);
        closeWaitingServer ??= await openWaitingServer({ port, host });
        if (reason !== printed) print(`${reason} The shop opens as soon as it can, and responds 503 until then.`);
        printed = reason;
        await pause(RETRY_MS);
      }
    }
  } finally {
    await closeWaitingServer?.();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return error.message;
  // The cause of a failed statement, whose own message would contain the values.
  const { message = "no reason given" } = ((error as Error).cause ?? {}) as Partial<Error>;
  return `The database cannot be used (${message}).`;
}
