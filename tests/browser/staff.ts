import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs staff's commands beside the running shop: `staffOf("review")("publish", id)`. */
export function staffOf(command: "order" | "review" | "settings" | "stock") {
  const file = join(import.meta.dirname, "../../server/commands/main.ts");
  return async (...words: string[]): Promise<void> => {
    await run(process.execPath, ["--disable-warning=ExperimentalWarning", file, command, ...words], {
      env: { ...process.env, DATABASE_URL: process.env.SHOP_DATABASE },
    });
  };
}

/** `staff("pack", number)`. */
export const staff = staffOf("order");
