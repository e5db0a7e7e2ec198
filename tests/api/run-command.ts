import { execFile } from "node:child_process";
import { join } from "node:path";
import type { TestShop } from "./shop.ts";

export const COMMANDS_PROGRAM = join(import.meta.dirname, "../../server/commands.ts");

/** The environment of a command for this shop, in its DATA_DIR. */
export function commandEnvironment(shop: TestShop): Record<string, string | undefined> {
  const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
  const ofShop = { DATA_DIR: shop.dataDir, DATABASE_URL: shop.databaseUrl, INIT_CWD: shop.dataDir };
  return { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, ...ofShop };
}

/**
 * Runs a command on a shop's database like `npm run`.
 * @returns the result without the line that names the shop
 */
export function runCommand(
  shop: TestShop,
  name: string,
  ...words: string[]
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", COMMANDS_PROGRAM, name, ...words],
      { env: commandEnvironment(shop) },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err: withoutShopLine(err) }),
    );
  });
}

/** Removes the line that names the shop about to change. */
export const withoutShopLine = (err: string) => err.replace(/^Shop ".*\n/, "");
