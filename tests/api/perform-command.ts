import { parseWords } from "../../server/commands/declare.ts";
import { perform } from "../../server/commands/perform.ts";
import { COMMANDS } from "../../server/commands/registry.ts";
import { readSettings } from "../../server/config.ts";
import type { TestShop } from "./shop.ts";
import { asApp } from "./statements.ts";

/** Runs a command in this process, which takes a fraction of `runCommand`. Its questions get `answers`. */
export async function performCommand(
  shop: TestShop,
  words: string,
  { environment = {}, responses = [] }: { environment?: Record<string, string>; responses?: string[] } = {},
): Promise<{ code: number; out: string; err: string }> {
  const [name = "", ...rest] = words.split(" ");
  const command = await COMMANDS[name]?.();
  if (!command) throw new Error(`there is no command ${name}`);
  const reading = parseWords(command.default, rest);
  if ("help" in reading) throw new Error("help is not performed");
  const settings = readSettings({ ...environment, DATA_DIR: shop.dataDir, DATABASE_URL: shop.databaseUrl ?? "" });
  const printed = { out: "", err: "" };
  const code = await asApp(() =>
    perform(
      reading,
      { settings, database: shop.database, environment },
      {
        cwd: shop.dataDir,
        outIsTerminal: false,
        errIsTerminal: false,
        writeOut: async (text) => {
          printed.out += text;
        },
        writeErr: (text) => {
          printed.err += text;
        },
        ask: async (question) => {
          printed.err += `${question}\n`;
          return responses.shift() ?? "";
        },
        signal: new AbortController().signal,
      },
    ),
  );
  return { code, ...printed };
}
