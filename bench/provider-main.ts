/** The payment provider's sandbox in its own process with its own database, unaffected by what happens to the shop. */

import Fastify from "fastify";
import { RAZORPAY_PATH, registerRazorpaySandbox } from "../sandbox/razorpay/register.ts";
import { SANDBOX_PAYMENT_CREDENTIALS } from "../sandbox/sandbox.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { createSandboxTables } from "../server/platform/database/sandbox-tables.ts";

export interface ProviderMessage {
  /** The shop that receives webhooks. */
  shop: string;
}

let shop: string | undefined;
process.on("message", (message: ProviderMessage) => {
  shop = message.shop;
  process.send?.("changed");
});
process.on("disconnect", () => process.exit());

const database = await openDatabase({
  DATABASE_URL: process.env.DATABASE_URL ?? "",
  DATABASE_POOL: 10,
  DATA_DIR: "",
});
await createSandboxTables(database.db);
const app = Fastify();
await registerRazorpaySandbox(app, {
  db: database.db,
  credentials: SANDBOX_PAYMENT_CREDENTIALS,
  log: app.log,
  async sendWebhook(body, headers) {
    const response = await fetch(`${shop}/api/webhooks/razorpay`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.status;
  },
});
await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ url: app.listeningOrigin, api: `${app.listeningOrigin}${RAZORPAY_PATH}` });
