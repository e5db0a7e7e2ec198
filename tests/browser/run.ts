/** Finds a Chromium, then runs Playwright with the arguments given: `npm run test:browser -- --project=phone smoke`. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { chromiumOrExit } from "./chromium.ts";

const chromium = chromiumOrExit();
const playwright = join(import.meta.dirname, "../../node_modules/@playwright/test/cli.js");
const child = spawn(process.execPath, [playwright, "test", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: chromium },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
