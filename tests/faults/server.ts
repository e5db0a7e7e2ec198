import { flushCompileCache } from "node:module";
import { createApp } from "../../server/app.ts";
import { readSettings } from "../../server/platform/config/config.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { whenDatabaseIsAvailable } from "../../server/platform/http/wait-for-database.ts";
import { type OpenShop, stopOnSignal } from "../../server/platform/jobs/stop-on-signal.ts";

/** A shop without pages in its own process, to be killed or stopped. Reports its URL to the parent process. */
const settings = readSettings(process.env);
let shop: OpenShop | undefined;
stopOnSignal(settings, () => shop);
const open = async () => {
  const database = await openDatabase(settings);
  return { database, app: await createApp({ settings, database, environment: process.env }) };
};
shop = await whenDatabaseIsAvailable(open, { port: 0, host: "127.0.0.1", print: () => {} });
await shop.app.listen({ port: settings.PORT, host: "127.0.0.1" });
if (process.connected) process.send?.({ url: shop.app.listeningOrigin });
// A killed process does not flush it.
flushCompileCache();
