import { sql } from "drizzle-orm";
import { CONFIRM_OPTIONS, confirmDeletion } from "../server/operations/commands/confirm.ts";
import { counted } from "../server/operations/commands/counted.ts";
import { type Command, defineAction } from "../server/operations/commands/declare.ts";
import { clearDemo } from "../server/operations/setup/clear-demo.ts";
import { COMMAND_ACTOR } from "../server/platform/audit/record-audit.ts";
import type { Database } from "../server/platform/database/database.ts";
import { createSandboxTables } from "../server/platform/database/sandbox-tables.ts";
import { sandboxPaymentEntity } from "../server/platform/database/schema/sandbox.ts";
import { customer, customerOrder, paymentSession, product } from "../server/platform/database/schema.ts";
import { requireDemo } from "../server/platform/live/database-state.ts";
import { clearDemoSettings } from "./settings.ts";

/** Prepares a demo's database for a live shop. */
const command: Command = {
  name: "demo:clear",
  summary: "deletes the people and orders of a demo shop, so that it can go live",
  actions: [
    defineAction({
      options: {
        "keep-catalogue": { summary: "keeps categories, products, pages, FAQs, banners and pictures" },
        ...CONFIRM_OPTIONS,
      },
      summary: "deletes customers, orders, invoice numbers, reviews and the catalogue, once the shop's name is typed",
      writes: true,
      async run(context, { options }) {
        const { db, settings, print } = context;
        await requireDemo(db);
        const keepCatalogue = options["keep-catalogue"];
        await confirmDeletion(context, await describeDeletion(db, keepCatalogue), options["yes-delete"]);
        await clearDemo(db, settings, { keepCatalogue, actor: COMMAND_ACTOR });
        await clearDemoSettings(db);
        print("Deleted the demo's people and orders. Invoices will start at number 1.");
        print("Keep the shop closed until it opens with DEMO=false. Next: npm run golive");
      },
    }),
  ],
};
export default command;

async function describeDeletion(db: Database, keepCatalogue: boolean): Promise<string> {
  const counts = [
    counted(await db.$count(customer), "customer"),
    counted(await db.$count(customerOrder), "order"),
    ...(keepCatalogue ? [] : [counted(await db.$count(product), "product")]),
  ];
  // A database that was never open as a demo has none.
  await createSandboxTables(db);
  const liveOrders = await db.$count(
    paymentSession,
    sql`provider_order_id not in (select id from ${sandboxPaymentEntity})`,
  );
  return [
    `${counts.join(", ")} and all that belongs to them will be deleted; the settings stay.`,
    ...(liveOrders > 0
      ? [
          `${counted(liveOrders, "order")} went through your own Razorpay account, not through the demo's payment provider.`,
        ]
      : []),
  ].join("\n");
}
