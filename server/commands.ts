/** Runs one command with the settings of this environment: `node server/commands.ts NAME …`. */

import { constants } from "node:os";
import { runFromShell } from "./operations/commands/run.ts";

// Only this account may read the files that a command writes: pictures, exports, the shop's own PostgreSQL.
process.umask(0o077);
// So that "exit" is emitted, where the shop's own PostgreSQL is left.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
const [name = "", ...words] = process.argv.slice(2);
await runFromShell(name, words, async (deps) => (await import("./command-app.ts")).createCommandApp(deps));
