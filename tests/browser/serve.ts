import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseOfThisProcess } from "./database.ts";

/**
 * The shop for the browser tests: the real server on any free port with the demo, in a folder and a database that are gone afterwards.
 * On PostgreSQL, since that computes in a process of its own: the browsers leave little of the machine to it.
 */

const folder = mkdtempSync(join(tmpdir(), "shop-browser-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const database = await databaseOfThisProcess();
Object.assign(process.env, {
  // As npm start does.
  NODE_ENV: "production",
  PORT: "0",
  HOST: "localhost",
  DATA_DIR: folder,
  DATABASE_URL: database,
  DEMO: "true",
  // Else a quarter of the run's processor makes AVIF files a little smaller.
  PICTURE_EFFORT: "0",
  WARM_PICTURES: "false",
  // All tests come from one address, and some mean to be refused.
  ATTEMPTS_PER_IP: "10000",
});
// For what staff does meanwhile.
process.stdout.write(`database ${database}\n`);
await import("../../server/main.ts");
