import { eq } from "drizzle-orm";
import { seedDemo } from "../../demo/seed.ts";
import { openSession } from "../../server/accounts/sessions.ts";
import { createApp } from "../../server/app.ts";
import { COMMAND_ACTOR } from "../../server/audit/record-audit.ts";
import { createCampaign } from "../../server/campaigns/campaigns.ts";
import { readSettings } from "../../server/config.ts";
import { openDatabase } from "../../server/database/open.ts";
import { customer, customerOrder, product } from "../../server/database/schema.ts";
import { recordIncident } from "../../server/privacy/incidents.ts";

/** The demo shop without pages, in its own process. Each message creates a session for its demo customer, who has orders. */

const settings = readSettings(process.env);
const database = await openDatabase(settings);
const { db } = database;
await seedDemo(db, settings);
// The back office's requests name the second of each kind.
for (const title of ["One", "Two"]) {
  await createCampaign(db, undefined, COMMAND_ACTOR, "http://localhost");
  const texts = { title, description: "A list was sent to a wrong address.", affected: "", remedy: "" };
  await recordIncident(db, { ...texts, noticedAt: new Date().toISOString() }, COMMAND_ACTOR);
}
const app = await createApp({ settings, database, environment: process.env });
await app.listen({ port: 0, host: "127.0.0.1" });

const [order] = await db.select().from(customerOrder).limit(1);
const [anyProduct] = await db.select().from(product).limit(1);
if (!order || !anyProduct) throw new Error("the demo has no order");
const [buyer] = await db.select().from(customer).where(eq(customer.id, order.customerId));
if (!buyer) throw new Error("the order has no customer");

process.on("message", async () => {
  const { token } = await openSession(db, buyer, "fuzz");
  process.send?.({ token });
});
process.send?.({
  url: app.listeningOrigin,
  values: { product_id: String(anyProduct.id), slug: anyProduct.slug, number: order.number },
});
