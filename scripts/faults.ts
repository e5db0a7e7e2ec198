import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./command.ts";

/**
 * `npm run faults -- --kills 200 --crashes 20`: runs the tests that kill servers and PostgreSQL during purchases longer than `npm test`
 * does.
 */

const { values } = parseArgs({
  options: { kills: { type: "string", default: "200" }, crashes: { type: "string", default: "20" } },
});
const run = spawn(
  process.execPath,
  [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--project", "api-postgresql", "tests/faults/killed-server"],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, FAULT_KILLS: values.kills, FAULT_CRASHES: values.crashes } },
);
run.on("exit", (code) => process.exit(code ?? 1));
