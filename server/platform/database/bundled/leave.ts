/** `node leave.ts DATA_DIR`: stops the PostgreSQL of a process that has ended, unless another one uses it. */

import { stopUnused } from "./bundled.ts";

/** The process that started this one is still about to end. */
const PATIENCE_MS = 10_000;

await stopUnused(process.argv[2] as string, PATIENCE_MS);
