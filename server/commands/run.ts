import { readSettings, type Settings } from "../config.ts";
import type { Database, OpenDatabase } from "../database/database.ts";
import { openDatabase } from "../database/open.ts";
import { StartupProblem } from "../failures.ts";

/** What every command line tool of the shop shares. */

export interface Shop {
  settings: Settings;
  database: OpenDatabase;
  db: Database;
}

/**
 * Runs a command to its end. What the caller can mend (a StartupProblem) is told in one sentence; anything else with its trace.
 * Either way the exit code is 1.
 * @param command answers the exit code, or nothing for 0
 */
export async function runCommand(command: () => Promise<number | undefined>): Promise<void> {
  // A reader that has seen enough ("| head") is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    process.stderr.write(
      error instanceof StartupProblem ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`,
    );
    process.exitCode = 1;
  }
}

/** Opens the database that the environment names for the time of `work`, and closes it whatever happens. */
export async function withShop<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const database = await openDatabase(settings, { unlimited: true });
  try {
    return await work({ settings, database, db: database.db });
  } finally {
    await database.close();
  }
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
