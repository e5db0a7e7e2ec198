import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const COMMAND = join(import.meta.dirname, "../../server/commands/order.ts");

/** What the shop's staff does with an order, beside the running shop: `staff("pack", number)`. */
export async function staff(...words: string[]): Promise<void> {
  await run(process.execPath, ["--disable-warning=ExperimentalWarning", COMMAND, ...words], {
    env: { ...process.env, DATABASE_URL: process.env.SHOP_DATABASE },
  });
}
