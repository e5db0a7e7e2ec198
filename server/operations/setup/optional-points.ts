/** What a live shop may have besides, and what is missing of it once its owner has begun. */

import { and, eq, isNotNull } from "drizzle-orm";
import type { OptionalPart } from "../../../contract/admin/go-live.ts";
import { SERVICE_KEYS } from "../../../contract/admin/service-keys.ts";
import { COURIER_PROVIDERS } from "../../../contract/couriers.ts";
import { PHONE_EVENTS } from "../../../contract/phone-messages/events.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { courierAccount, phoneTemplate } from "../../platform/database/schema.ts";
import { hasSms } from "../../platform/phone-messages/connected.ts";

/** Lists the optional parts of the go-live list; they are not counted among its points. */
export const readOptionalParts = async (db: Database, settings: DeploymentSettings): Promise<OptionalPart[]> => [
  partOf("couriers", await missingOfCouriers(db, settings)),
  partOf("whatsapp", settings.DEMO ? [] : await missingOfWhatsApp(db, settings)),
  partOf("sms", settings.DEMO ? [] : await missingOfSms(db, settings)),
];

/** @param missing null where nothing was begun */
const partOf = (part: OptionalPart["part"], missing: string[] | null): OptionalPart => ({
  part,
  state: missing === null ? "unused" : missing.length === 0 ? "ready" : "begun",
  missing: missing ?? [],
});

type Names = readonly (keyof DeploymentSettings)[];
/** Besides the provider's key. MSG91 has header and entity in its own panel. */
const SMS: Names = ["SMS_WEBHOOK_TOKEN"];
const SMS_BY_URL: Names = ["SMS_HEADER", "DLT_ENTITY_ID", ...SMS];

const emptyOf = (settings: DeploymentSettings, names: Names) => names.filter((name) => settings[name] === "");
const keysMissing = (names: Names) =>
  names.length === 0 ? [] : [`Keys, under Connected services or in the file .env of the machine: ${names.join(", ")}.`];

async function missingOfCouriers(db: Database, settings: DeploymentSettings): Promise<string[] | null> {
  const accounts = await db.select().from(courierAccount).where(eq(courierAccount.isEnabled, true));
  const hasKeys = COURIER_PROVIDERS.map((name) => SERVICE_KEYS[name]).some(
    (names) => emptyOf(settings, names).length < names.length,
  );
  if (accounts.length === 0)
    return hasKeys ? ["An account under Couriers, with the pick-up place as the courier has it."] : null;
  const unset = settings.DEMO ? [] : accounts.flatMap(({ provider }) => emptyOf(settings, SERVICE_KEYS[provider]));
  return [
    ...keysMissing([...new Set(unset)]),
    ...accounts.filter(({ warnedAt }) => warnedAt).map(({ label }) => `${label}: the courier refuses the login.`),
  ];
}

async function missingOfWhatsApp(db: Database, settings: DeploymentSettings): Promise<string[] | null> {
  const unset = emptyOf(settings, SERVICE_KEYS.whatsapp);
  const missing = await missingOfTexts(db, "whatsapp");
  if (unset.length === SERVICE_KEYS.whatsapp.length && missing === null) return null;
  return [...keysMissing(unset), ...(missing ?? ["A text: set one up, have Meta approve it, and switch it on."])];
}

async function missingOfSms(db: Database, settings: DeploymentSettings): Promise<string[] | null> {
  const unset = emptyOf(settings, settings.SMS_URL === "" ? SMS : SMS_BY_URL);
  const missing = await missingOfTexts(db, "sms");
  if (!hasSms(settings) && unset.length > 0 && missing === null) return null;
  return [
    ...keysMissing([...(hasSms(settings) ? [] : (["MSG91_AUTH_KEY"] as const)), ...unset]),
    ...(missing ?? ["A text: register it on DLT, enter its template id, and switch it on."]),
    ...(settings.MSG91_AUTH_KEY === "" ? [] : await missingFlows(db)),
  ];
}

/** @returns null without any text */
async function missingOfTexts(db: Database, channel: "whatsapp" | "sms"): Promise<string[] | null> {
  const texts = await db.select().from(phoneTemplate).where(eq(phoneTemplate.channel, channel));
  if (texts.length === 0) return null;
  return texts.some(({ isEnabled, approved }) => isEnabled && approved !== null)
    ? []
    : ["A text that is approved and switched on."];
}

/** MSG91 finds its texts by its own ids. */
async function missingFlows(db: Database): Promise<string[]> {
  const texts = await db
    .select()
    .from(phoneTemplate)
    .where(and(eq(phoneTemplate.channel, "sms"), eq(phoneTemplate.isEnabled, true), isNotNull(phoneTemplate.approved)))
    .orderBy(phoneTemplate.id);
  const without = texts.filter(({ approved }) => approved?.name === "").map(({ event }) => PHONE_EVENTS[event].title);
  return without.length === 0 ? [] : [`The id of the flow at MSG91 of: ${without.join(", ")}.`];
}
