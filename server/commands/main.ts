/** Runs one command with the settings of this environment: `node server/commands/main.ts NAME …`. */

import { runFromShell } from "./run.ts";

// Only this account may read the files that a command writes: pictures, exports, the embedded database.
process.umask(0o077);
const [name = "", ...words] = process.argv.slice(2);
await runFromShell(name, words);
