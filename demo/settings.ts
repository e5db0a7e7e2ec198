import { eq } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { setting } from "../server/platform/database/schema.ts";
import { clearSetting } from "../server/selling/settings/settings.ts";

/** The owner's settings of the demo shop that differ from the defaults. */
const DEMO_SETTINGS = [
  { name: "GIFT_WRAP_RUPEES", value: "79" },
  // So that an agent can be tried with curl.
  { name: "AGENTS_SIGNED_ONLY", value: "false" },
] as const;

export async function insertDemoSettings(trx: DatabaseOrTransaction): Promise<void> {
  await trx
    .insert(setting)
    .values([...DEMO_SETTINGS])
    .onConflictDoNothing();
}

/** Resets settings that still have the demo's value, for a command. */
export async function clearDemoSettings(db: Database): Promise<void> {
  for (const { name, value } of DEMO_SETTINGS) {
    const [stored] = await db.select({ value: setting.value }).from(setting).where(eq(setting.name, name));
    if (stored?.value === value) await clearSetting(db, name);
  }
}
