import { spawn } from "node:child_process";
import { join } from "node:path";
import { findOrInstallChromium } from "./chromium.ts";

/** Finds a Chromium, then runs Playwright with the arguments given: `npm run test:browser -- --project phone smoke`. */

let chromium: string;
try {
  chromium = findOrInstallChromium();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
const playwright = join(import.meta.dirname, "../../node_modules/@playwright/test/cli.js");
const child = spawn(process.execPath, [playwright, "test", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: chromium },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
