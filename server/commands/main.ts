import { runFromShell } from "./run.ts";

/** `node server/commands/main.ts NAME …`: one command, with the settings of this environment. */

// Files that a command writes (pictures, exports, the embedded database) are for this account alone.
process.umask(0o077);
const [name = "", ...words] = process.argv.slice(2);
await runFromShell(name, words);
