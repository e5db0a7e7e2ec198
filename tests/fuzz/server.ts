/** The demo shop without pages, in its own process. Each message creates a session for its demo customer, who has orders. */

import { eq } from "drizzle-orm";
import { seedDemo } from "../../demo/seed.ts";
import { createApp } from "../../server/app.ts";
import { openSession } from "../../server/people/accounts/sessions.ts";
import { readSettings } from "../../server/platform/config/config.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { customer, customerOrder, product, rateLimit } from "../../server/platform/database/schema.ts";
import { fillShop } from "./fill.ts";

/** How often rate limits are forgotten. */
const RESET_MS = 100;

const settings = readSettings(process.env);
const database = await openDatabase(settings);
const { db } = database;
await seedDemo(db, settings);
const [order] = await db.select().from(customerOrder).limit(1);
const [anyProduct] = await db.select().from(product).limit(1);
if (!order || !anyProduct) throw new Error("the demo has no order");
const [buyer] = await db.select().from(customer).where(eq(customer.id, order.customerId));
if (!buyer) throw new Error("the order has no customer");

const app = await createApp({ settings, database, environment: process.env });
await app.listen({ port: 0, host: "127.0.0.1" });
await fillShop(db, app.listeningOrigin);
// Rate limits would hide what is behind them.
setInterval(() => void db.delete(rateLimit).execute(), RESET_MS).unref();

// However the other process ends.
process.once("disconnect", () => process.exit());
process.on("message", async () => {
  const { token } = await openSession(db, buyer, "fuzz");
  process.send?.({ token });
});
process.send?.({
  url: app.listeningOrigin,
  values: { product_id: String(anyProduct.id), slug: anyProduct.slug, number: order.number },
});
