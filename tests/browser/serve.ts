import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The shop for the browser tests: the real server on any free port, with the demo in a folder that is gone afterwards. */

const folder = mkdtempSync(join(tmpdir(), "shop-browser-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, {
  PORT: "0",
  HOST: "localhost",
  DATA_DIR: folder,
  DATABASE_URL: "",
  DEMO: "true",
  WARM_PICTURES: "false",
});
await import("../../server/main.ts");
