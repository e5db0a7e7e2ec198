/**
 * The shop for the browser tests: the real server on any free port with the demo, in a temporary folder and database. On PostgreSQL, since
 * that runs in its own process: the browsers need most of the machine.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenForCommands } from "../../server/commands/socket.ts";
import { readSettings } from "../../server/config.ts";
import { openDatabase } from "../../server/database/open.ts";
import { databaseOfThisProcess } from "./database.ts";

const folder = mkdtempSync(join(tmpdir(), "shop-browser-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const url = await databaseOfThisProcess();
Object.assign(process.env, {
  // As npm start does.
  NODE_ENV: "production",
  PORT: "0",
  HOST: "localhost",
  DATA_DIR: folder,
  DATABASE_URL: url,
  DEMO: "true",
  // Otherwise a quarter of the run's processor time makes AVIF files slightly smaller.
  PICTURE_EFFORT: "0",
  WARM_PICTURES: "false",
  // All tests share one IP address.
  ATTEMPTS_PER_IP: "10000",
});
// Staff's commands run here, since a process for each takes a second of the processor.
const settings = readSettings(process.env);
await listenForCommands({ settings, database: await openDatabase(settings), environment: process.env });
process.stdout.write(`folder ${folder}\ndatabase ${url}\n`);
await import("../../server/main.ts");
