/**
 * `npm run faults -- --kills 200 --crashes 20 --buyers 500 [--own] [killed-server] [hot-product] [couriers]`: runs the tests that kill servers and PostgreSQL during purchases, and the one in
 * which many customers want the same product, longer than `npm test` does. With --own the servers use the shop's own PostgreSQL, which they
 * start again themselves, and are killed with it.
 */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./command.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: "string", default: "200" },
    crashes: { type: "string", default: "20" },
    buyers: { type: "string", default: "500" },
    own: { type: "boolean", default: false },
  },
});
const run = spawn(
  process.execPath,
  [
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "api",
    ...(positionals.length > 0 ? positionals : ["killed-server", "hot-product"]).map((name) => `tests/faults/${name}`),
  ],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      FAULT_KILLS: values.kills,
      FAULT_CRASHES: values.crashes,
      FAULT_BUYERS: values.buyers,
      FAULT_OWN: values.own ? "1" : "",
    },
  },
);
run.on("exit", (code) => process.exit(code ?? 1));
