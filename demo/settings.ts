import { and, eq, or } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { setting } from "../server/platform/database/schema.ts";

/** The owner's settings of the demo shop that differ from the defaults. */
const DEMO_SETTINGS = [{ name: "GIFT_WRAP_RUPEES", value: "79" }];

export async function insertDemoSettings(trx: DatabaseOrTransaction): Promise<void> {
  await trx.insert(setting).values(DEMO_SETTINGS).onConflictDoNothing();
}

/** Resets settings that still have the demo's value. */
export async function clearDemoSettings(db: DatabaseOrTransaction): Promise<void> {
  const ofDemo = DEMO_SETTINGS.map(({ name, value }) => and(eq(setting.name, name), eq(setting.value, value)));
  await db.delete(setting).where(or(...ofDemo));
}
