import { flushCompileCache } from "node:module";
import { createApp } from "../../server/app.ts";
import { readSettings } from "../../server/config.ts";
import { openDatabase } from "../../server/database/open.ts";
import { whenDatabaseIsAvailable } from "../../server/wait-for-database.ts";

/** A shop without pages in its own process, to be killed. Reports its URL to the parent process. */
const settings = readSettings(process.env);
const app = await whenDatabaseIsAvailable(
  async () => createApp({ settings, database: await openDatabase(settings), environment: process.env }),
  { port: 0, host: "127.0.0.1", print: () => {} },
);
await app.listen({ port: settings.PORT, host: "127.0.0.1" });
if (process.connected) process.send?.({ url: app.listeningOrigin });
// A killed process does not flush it.
flushCompileCache();
