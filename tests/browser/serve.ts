/**
 * The shop for the browser tests: the real server on any free port with the demo, in a temporary folder and database. On PostgreSQL, since
 * that runs in its own process: the browsers need most of the machine.
 */

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { seedDemo } from "../../demo/seed.ts";
import { readSettings } from "../../server/platform/config/config.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { phoneTemplate } from "../../server/platform/database/schema.ts";
import { performCommand } from "../api/perform-command.ts";
import { actOnOrder } from "../api/staff-acts.ts";
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
  // The platforms of tests publish their profiles on this machine.
  AGENTS_FROM_LOOPBACK: "true",
});
// Staff's commands run here, since a process for each takes a second of the processor.
const shop = {
  database: await openDatabase({ DATABASE_URL: url, DATABASE_POOL: 2, DATA_DIR: folder }),
  databaseUrl: url,
  dataDir: folder,
};
const commands = createServer(async (request, response) => {
  const [name = "", ...words] = (await json(request)) as string[];
  const performed =
    name === "order"
      ? await actOnOrder(shop, words)
      : await performCommand(shop, [name, ...words], { environment: { DEMO: "true" } });
  response.end(JSON.stringify(performed));
}).listen(0, "localhost");
await once(commands, "listening");
const { port } = commands.address() as AddressInfo;
await seedDemo(shop.database.db, readSettings(process.env));
// Most tests buy to read the code in the mailbox.
await shop.database.db.update(phoneTemplate).set({ isEnabled: false }).where(eq(phoneTemplate.event, "cash_code"));
process.stdout.write(`database ${url}\ncommands http://localhost:${port}\n`);
await import("../../server/main.ts");
