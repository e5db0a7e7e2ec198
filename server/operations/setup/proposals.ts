import { isShopSetting, SETTINGS, type ShopSettingName } from "../../platform/config/config.ts";
import type { Setting } from "../../platform/config/setting.ts";
import type { Database } from "../../platform/database/database.ts";
import { readOverview, readStoredTexts } from "../../selling/settings/overview.ts";
import { SHOP } from "./questions.ts";

export interface Proposal {
  name: ShopSettingName;
  value: string;
  isSecret: boolean;
}

/** Proposes values for settings that still have the demo's: derived from what the owner has set, or usual for a live shop. */
export async function proposedSettings(
  db: Database,
  environment: Record<string, string | undefined>,
): Promise<Proposal[]> {
  const overview = await readOverview(db, environment);
  const isOpen = (name: string) =>
    overview.some((one) => one.name === name && one.liveProblem !== undefined && one.source === "default");
  const known = await readStoredTexts(db);
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) known.set(name, value);
  const proposals: Proposal[] = [];
  for (const { name, generate, propose } of SHOP) {
    if (!isShopSetting(name) || !isOpen(name)) continue;
    const value = generate?.() ?? propose?.(known);
    if (value === undefined) continue;
    // A proposed value leads to further proposals.
    known.set(name, value);
    const { secret }: Setting = SETTINGS[name];
    proposals.push({ name, value, isSecret: secret === true });
  }
  return proposals;
}
