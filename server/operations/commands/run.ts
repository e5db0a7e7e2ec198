import { OperatorError } from "../../base/errors.ts";
import { type DeploymentSettings, readSettings } from "../../platform/config/config.ts";
import { hasDatabase } from "../../platform/database/bundled/place.ts";
import { openDatabase } from "../../platform/database/open.ts";
import { type CreateCommandApp, callerContext } from "./context.ts";
import { parseWords } from "./declare.ts";
import { errorText, perform } from "./perform.ts";
import { COMMANDS } from "./registry.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Runs a command from the shell and sets the exit code. */
export async function runFromShell(name: string, words: readonly string[], createApi: CreateCommandApp): Promise<void> {
  const terminal = openTerminal();
  try {
    process.exitCode = await run(name, words, { terminal, createApi });
  } catch (error) {
    callerContext(terminal).note(errorText(error));
    process.exitCode = 1;
  } finally {
    terminal.close();
  }
}

async function run(
  name: string,
  words: readonly string[],
  { terminal, createApi }: { terminal: Terminal; createApi: CreateCommandApp },
): Promise<number> {
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
  if (command.runUnopened) {
    await command.runUnopened({ ...callerContext(terminal), settings, environment: process.env }, reading.input);
    return 0;
  }
  requireShop(settings);
  const options = { unlimited: true, ...command.openOptions?.(callerContext(terminal), reading.input.options) };
  const database = await openDatabase(settings, options);
  try {
    return await perform(reading, { settings, database, environment: process.env, createApi }, terminal);
  } finally {
    await database.close();
  }
}

/** Rejects a missing shop: with a wrong DATA_DIR, a command must not create an empty one and report on it. */
function requireShop({ DATABASE_URL, DATA_DIR }: DeploymentSettings): void {
  if (DATABASE_URL !== "" || hasDatabase(DATA_DIR)) return;
  throw new OperatorError(
    `There is no shop in ${DATA_DIR}. Give the command the settings of the shop, best in .env: DATABASE_URL, or DATA_DIR. A new shop is made by npm start.`,
  );
}
