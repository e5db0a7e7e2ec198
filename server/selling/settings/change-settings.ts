import { eq, inArray, sql } from "drizzle-orm";
import type { SettingSubject } from "../../../contract/admin/settings.ts";
import { formatDateTime, readTimeInIndia } from "../../../contract/dates.ts";
import type { FieldError } from "../../../contract/errors.ts";
import type { ChosenPrefix } from "../../../contract/orders/document-prefixes.ts";
import { ApiError } from "../../base/errors.ts";
import { lastAuditOf } from "../../platform/audit/list-audit.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import {
  type DeploymentSettings,
  type Environment,
  isSettingName,
  isShopSetting,
  readSetting,
  SETTINGS,
  type SettingName,
  settingProblem,
} from "../../platform/config/config.ts";
import type { Setting } from "../../platform/config/setting.ts";
import type { Database, DatabaseOrTransaction, ReadDatabase } from "../../platform/database/database.ts";
import { setting } from "../../platform/database/schema.ts";
import { publishLater } from "../../platform/jobs/publish-later.ts";
import { openingProblem } from "../../platform/live/unsafe-settings.ts";
import { formProblem, partsOf, SETTING_FORMS, settingsOf } from "./setting-forms.ts";
import { invalidateShopSettings } from "./shop-settings.ts";

/** Returns the slugs without a product or category. Injected, because the module catalogue is in a higher group. */
export type FindUnknownSlugs = Readonly<
  Record<"products" | "categories", (db: ReadDatabase, slugs: readonly string[]) => Promise<string[]>>
>;

/** Whether documents of this kind have numbers with this prefix. Injected, because the module orders is in a higher layer. */
export type HasNumbers = (db: DatabaseOrTransaction, document: ChosenPrefix, prefix: string) => Promise<boolean>;

export interface ChangeDeps {
  db: Database;
  actor: Actor;
  /** Settings of the environment cannot be changed elsewhere; a command may store them nevertheless. */
  environment?: Environment;
  /** Missing if the slugs are known to exist. */
  findUnknown?: FindUnknownSlugs | undefined;
  /** Missing in a shop that has no documents yet. */
  hasNumbers?: HasNumbers | undefined;
  /** Whether the shop can be opened depends on them; missing where it is not. */
  deployment?: DeploymentSettings | undefined;
}

/**
 * Stores settings, all or none, and resets those that are null to their defaults; each is an entry of the audit log. They take effect at
 * once on this instance, and on the others with the event.
 * @param seen the version of their subject that the caller has seen
 * @throws ApiError (422) that names each invalid setting, (409) if one of the subject has changed since
 */
export async function changeSettings(
  { db, actor, environment = {}, findUnknown, hasNumbers, deployment }: ChangeDeps,
  values: Readonly<Record<string, string | null>>,
  seen?: { subject: SettingSubject; version: number },
): Promise<void> {
  const problems = await problemsOf(db, values, { environment, findUnknown, deployment });
  if (problems.length > 0) throw new ApiError("invalid_input", problems[0]?.message, problems);
  await db.transaction(async (trx) => {
    await lockSettings(trx);
    if (seen) await requireVersion(trx, seen);
    await requirePeriod(trx, values, environment);
    await requireOwnPrefixes(trx, values, { environment, hasNumbers });
    for (const [name, value] of Object.entries(values)) await store(trx, name, value, actor);
    const times = ANNOUNCED.map((name) => values[name] ?? "");
    await publishLater(trx, "settings", times.map(readTimeInIndia));
  });
  invalidateShopSettings(db);
}

const ANNOUNCED = ["SHOP_ANNOUNCEMENT_STARTS", "SHOP_ANNOUNCEMENT_ENDS"] as const;

/** Rejects an announcement that would end before it begins; either time may be one that is stored. */
async function requirePeriod(
  trx: DatabaseOrTransaction,
  values: Readonly<Record<string, string | null>>,
  environment: Environment,
): Promise<void> {
  const changed = ANNOUNCED.filter((name) => values[name]).at(-1);
  if (!changed) return;
  const [starts = "", ends = ""] = await textsWith(trx, ANNOUNCED, values, environment);
  if (starts === "" || ends === "" || starts < ends) return;
  const [begin, end] = [starts, ends].map((time) => formatDateTime(readTimeInIndia(time) ?? time));
  throw ApiError.ofField(changed, `The announcement would end (${end}) before it begins (${begin}).`);
}

const DOCUMENT_PREFIXES = [
  { name: "INVOICE_PREFIX", other: "CREDIT_NOTE_PREFIX", kind: "credit_note", kinds: "credit notes" },
  { name: "CREDIT_NOTE_PREFIX", other: "INVOICE_PREFIX", kind: "invoice", kinds: "invoices" },
] as const;

/** Rejects a prefix that the other kind of document has or had: a number would be given twice. */
async function requireOwnPrefixes(
  trx: DatabaseOrTransaction,
  values: Readonly<Record<string, string | null>>,
  { environment = {}, hasNumbers }: Pick<ChangeDeps, "environment" | "hasNumbers">,
): Promise<void> {
  for (const { name, other, kind, kinds } of DOCUMENT_PREFIXES) {
    if (!(name in values)) continue;
    const [text = "", otherText = ""] = await textsWith(trx, [name, other], values, environment);
    const prefix = readSetting(name, text);
    if (prefix !== readSetting(other, otherText) && !(await hasNumbers?.(trx, kind, prefix))) continue;
    throw ApiError.ofField(
      name,
      `Numbers of ${kinds} begin with ${prefix}, so the setting ${name} must be another prefix.`,
    );
  }
}

/** The texts of settings as they are after a change. */
async function textsWith(
  trx: DatabaseOrTransaction,
  names: readonly SettingName[],
  values: Readonly<Record<string, string | null>>,
  environment: Environment,
): Promise<string[]> {
  const stored = await trx
    .select({ name: setting.name, value: setting.value })
    .from(setting)
    .where(inArray(setting.name, [...names]));
  const kept = (name: string) => (name in values ? values[name] : stored.find((row) => row.name === name)?.value);
  return names.map((name) => environment[name] ?? kept(name) ?? SETTINGS[name].default);
}

/** Serialises writers, also of settings without a row: each locks this row, which is not a setting. */
async function lockSettings(trx: DatabaseOrTransaction): Promise<void> {
  await trx
    .insert(setting)
    .values({ name: "*", value: "" })
    .onConflictDoUpdate({ target: setting.name, set: { updatedAt: sql`now()` } });
}

async function store(trx: DatabaseOrTransaction, name: string, value: string | null, actor: Actor): Promise<void> {
  if (!isSettingName(name)) return;
  const { secret, default: usual, beforeLive }: Setting = SETTINGS[name];
  const [stored] = await trx.select({ value: setting.value }).from(setting).where(eq(setting.name, name));
  if (value === (stored?.value ?? null)) return;
  if (value === null) await trx.delete(setting).where(eq(setting.name, name));
  else
    await trx
      .insert(setting)
      .values({ name, value })
      .onConflictDoUpdate({ target: setting.name, set: { value, updatedAt: sql`now()` } });
  const logged = (text: string) => (secret ? { secret } : { value: text });
  await recordAudit(
    trx,
    actor,
    {
      action: value === null ? "setting.reset" : "setting.changed",
      subject: { type: "setting" as const, id: name },
      // What the demo has there is nothing of this shop's.
      before: stored === undefined && beforeLive !== undefined ? null : logged(stored?.value ?? usual),
      after: logged(value ?? usual),
    },
    new Date(),
  );
}

async function problemsOf(
  db: Database,
  values: Readonly<Record<string, string | null>>,
  { environment, findUnknown, deployment }: Pick<ChangeDeps, "environment" | "findUnknown" | "deployment">,
): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  for (const [name, value] of Object.entries(values)) {
    const message = await problemOf(name, value);
    if (message) problems.push({ field: name, message });
  }
  return problems;

  async function problemOf(name: string, value: string | null): Promise<string | undefined> {
    if (!isSettingName(name)) return `There is no setting ${name}.`;
    if (!isShopSetting(name)) return `${name} is read from the environment when the shop starts. Set it there.`;
    if (environment?.[name] !== undefined) return `The environment sets ${name}, and that counts. Change it there.`;
    if (value === null) return undefined;
    const invalid = settingProblem(name, value) ?? prefixed(name, formProblem(name, value));
    if (invalid) return `${invalid}.`;
    if (name === "SHOP_OPEN" && value === "true") return deployment && openingProblem(deployment);
    const { slugsOf } = SETTING_FORMS[name];
    const unknown = slugsOf && findUnknown ? await findUnknown[slugsOf](db, partsOf(value)) : [];
    if (unknown.length === 0) return undefined;
    return `There is no ${slugsOf === "products" ? "product" : "category"} with the slug ${unknown.join(", ")}.`;
  }
}

const prefixed = (name: string, problem: string | undefined) => problem && `The setting ${name} ${problem}`;

async function requireVersion(
  trx: DatabaseOrTransaction,
  { subject, version }: { subject: SettingSubject; version: number },
): Promise<void> {
  const { version: current, changedBy } = await versionOf(trx, subject);
  if (current !== version)
    throw new ApiError("conflict", `${changedBy ?? "Somebody"} has changed these settings meanwhile.`);
}

/**
 * Returns the number of the last change to a setting of the subject, from the audit log. It only increases, and includes changes by SQL.
 */
export async function versionOf(db: DatabaseOrTransaction, subject: SettingSubject) {
  const last = await lastAuditOf(db, "setting", settingsOf(subject));
  return {
    subject,
    version: last?.id ?? 0,
    changedBy: last?.actor ?? null,
    changedAt: last?.at.toISOString() ?? null,
  };
}
