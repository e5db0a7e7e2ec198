import { createCommandApp } from "../../server/command-app.ts";
import { type ParsedWords, parseWords } from "../../server/operations/commands/declare.ts";
import { errorText, perform } from "../../server/operations/commands/perform.ts";
import { COMMANDS } from "../../server/operations/commands/registry.ts";
import { readSettings } from "../../server/platform/config/config.ts";
import type { TestShop } from "./shop.ts";

/**
 * Runs a command in this process, which takes a fraction of `runCommand`. Its questions get `responses`.
 * @param words separated by spaces, or a list if one contains a space
 */
export async function performCommand(
  shop: Pick<TestShop, "database" | "dataDir" | "databaseUrl">,
  words: string | readonly string[],
  { environment = {}, responses = [] }: { environment?: Record<string, string>; responses?: string[] } = {},
): Promise<{ code: number; out: string; err: string }> {
  const [name = "", ...rest] = typeof words === "string" ? words.split(" ") : words;
  const command = await COMMANDS[name]?.();
  if (!command) throw new Error(`there is no command ${name}`);
  let reading: ParsedWords;
  try {
    reading = parseWords(command.default, rest);
  } catch (error) {
    return { code: 1, out: "", err: `${errorText(error)}\n` };
  }
  if ("help" in reading) throw new Error("help is not performed");
  const settings = readSettings({ ...environment, DATA_DIR: shop.dataDir, DATABASE_URL: shop.databaseUrl });
  const printed = { out: "", err: "" };
  const code = await perform(
    reading,
    { settings, database: shop.database, environment, createApi: createCommandApp },
    {
      cwd: shop.dataDir,
      columns: null,
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
  );
  return { code, ...printed };
}

/** Runs `npm run admin` in this process. @returns what the endpoint answers @throws Error with what it prints */
export async function askAdmin(shop: Parameters<typeof performCommand>[0], words: string | readonly string[]) {
  const given = typeof words === "string" ? words.split(" ") : words;
  const { code, out, err } = await performCommand(shop, ["admin", ...given, "--json"]);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}
