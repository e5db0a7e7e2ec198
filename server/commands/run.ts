import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type DeploymentSettings, readSettings } from "../config.ts";
import { DatabaseDamaged, DatabaseInUse, type OpenDatabase, type OpenOptions } from "../database/database.ts";
import { openDatabase } from "../database/open.ts";
import { OperatorError } from "../errors.ts";
import { callerContext } from "./context.ts";
import { type Command, parseWords } from "./declare.ts";
import { errorText, perform } from "./perform.ts";
import { COMMANDS } from "./registry.ts";
import { runInOpenShop } from "./socket-client.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** How long a command waits for a database that another process has open: a starting shop or another command. */
const WAIT_FOR_DATABASE_MS = 15_000;
const RETRY_MS = 250;

/**
 * Runs a command from the shell and sets the exit code. If an open shop holds the embedded database, the shop runs the command; otherwise
 * this process opens the database.
 */
export async function runFromShell(name: string, words: readonly string[]): Promise<void> {
  const terminal = openTerminal();
  try {
    process.exitCode = await run(name, words, terminal);
  } catch (error) {
    callerContext(terminal).note(errorText(error));
    process.exitCode = 1;
  } finally {
    terminal.close();
  }
}

async function run(name: string, words: readonly string[], terminal: Terminal): Promise<number> {
  const load = COMMANDS[name];
  if (!load) throw new OperatorError(`There is no command ${name}; there are ${Object.keys(COMMANDS).join(", ")}.`);
  const { default: command } = await load();
  const reading = parseWords(command, words);
  if ("help" in reading) {
    await terminal.writeOut(`${reading.help}\n`);
    return 0;
  }
  await command.prepare?.(callerContext(terminal), reading.input.options, process.env);
  const settings = readSettings(process.env);
  requireShop(settings);
  const deadline = Date.now() + WAIT_FOR_DATABASE_MS;
  for (;;) {
    if (settings.DATABASE_URL === "") {
      const code = await runInOpenShop(settings.DATA_DIR, { command: name, words: [...words] }, terminal);
      if (code !== null) return code;
    }
    const options = { unlimited: true, ...command.openOptions?.(callerContext(terminal), reading.input.options) };
    const database = await openUnlessInUse(command, { settings, options }, terminal, Date.now() < deadline);
    if (database) {
      try {
        return await perform(reading, { settings, database, environment: process.env }, terminal);
      } finally {
        await database.close();
      }
    }
    await wait(RETRY_MS);
  }
}

/** Rejects a missing shop: with a wrong DATA_DIR, a command must not create an empty one and report on it. */
function requireShop({ DATABASE_URL, DATA_DIR }: DeploymentSettings): void {
  if (DATABASE_URL !== "" || existsSync(join(DATA_DIR, "database"))) return;
  throw new OperatorError(
    `There is no shop in ${DATA_DIR}. Give the command the settings of the shop, best in .env: DATABASE_URL, or DATA_DIR. A new shop is made by npm start.`,
  );
}

/** @returns null while another process has it open. @throws OperatorError instead when `mayWait` is false */
async function openUnlessInUse(
  command: Command,
  { settings, options }: { settings: DeploymentSettings; options: OpenOptions },
  terminal: Terminal,
  mayWait: boolean,
): Promise<OpenDatabase | null> {
  try {
    return await openDatabase(settings, options);
  } catch (error) {
    if (error instanceof DatabaseInUse && mayWait) return null;
    const isEmbedded = settings.DATABASE_URL === "";
    if (!isEmbedded || !(error instanceof DatabaseDamaged) || !command.replaceDamagedDatabase) throw error;
    await command.replaceDamagedDatabase({ ...callerContext(terminal), settings, environment: process.env });
    return openDatabase(settings, options);
  }
}
