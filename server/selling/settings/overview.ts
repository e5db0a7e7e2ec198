import type { AdminSetting } from "../../../contract/admin/settings.ts";
import { type DeploymentSettings, SETTINGS, type SettingName, settingNames } from "../../platform/config/config.ts";
import type { Setting } from "../../platform/config/setting.ts";
import type { Database, OpenDatabase } from "../../platform/database/database.ts";
import { setting } from "../../platform/database/schema.ts";

type Environment = Record<string, string | undefined>;

type Source = AdminSetting["source"];

export interface CurrentSetting {
  name: SettingName;
  scope: Setting["scope"];
  meaning: string;
  /** The value as written; for a secret, only its host or "(set)". */
  shown: string;
  /** The default as written; for a secret, only its host or "(set)". */
  default: string;
  /** Whether the default is the demo's own. */
  isDemoDefault: boolean;
  secret: boolean;
  source: Source;
  /** Why the value must change before a live shop opens; undefined if it need not. */
  liveProblem: string | undefined;
  /** Whether setting the present value again resolves the problem. */
  canConfirm: boolean;
}

/** Lists every setting, valid or not. Values are not parsed here, so that an invalid one can be seen and corrected. */
export function listSettings(environment: Environment, stored: ReadonlyMap<string, string>): CurrentSetting[] {
  return settingNames.map((name) => {
    const setting: Setting = SETTINGS[name];
    const { scope, meaning, secret = false } = setting;
    const { text, source } = textOf(name, environment, stored);
    const shown = secret ? withoutSecret(text) : text;
    const liveProblem = liveProblemOf(setting, text, source);
    const canConfirm = source === "default" && !setting.defaultUnfit;
    const usual = secret ? withoutSecret(setting.default) : setting.default;
    const isDemoDefault = setting.beforeLive !== undefined;
    return { name, scope, meaning, shown, default: usual, isDemoDefault, secret, source, liveProblem, canConfirm };
  });
}

/** Lists all settings, including the owner's stored ones. */
export async function readOverview(db: Database, environment: Environment): Promise<CurrentSetting[]> {
  return listSettings(environment, await readStoredTexts(db));
}

/** The owner's stored settings as they are written, by name. */
export async function readStoredTexts(db: Database): Promise<Map<string, string>> {
  const rows = await db.select({ name: setting.name, value: setting.value }).from(setting);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Reads the shop's name, even if another setting is invalid. */
export async function readShopName(db: Database, environment: Environment): Promise<string> {
  const overview = await readOverview(db, environment);
  return overview.find(({ name }) => name === "SHOP_NAME")?.shown ?? "";
}

/** Identifies the shop to people who are about to change it: its name, whether it is a demo, and its database. */
export async function describeShop(
  { db }: OpenDatabase,
  { DEMO, DATA_DIR, DATABASE_URL }: Pick<DeploymentSettings, "DEMO" | "DATA_DIR" | "DATABASE_URL">,
  environment: Environment,
): Promise<string> {
  const place =
    DATABASE_URL === "" ? `its own PostgreSQL in ${DATA_DIR}` : `PostgreSQL ${describeDatabase(DATABASE_URL)}`;
  return `Shop "${await readShopName(db, environment)}"${DEMO ? ", DEMO=true" : ""}, ${place}.`;
}

/** `host:port/database`, without user and password. */
function describeDatabase(url: string): string {
  const { host, pathname } = URL.parse(url) ?? { host: "", pathname: "" };
  return host + decodeURIComponent(pathname);
}

/** Why a setting must change before going live. A default counts as chosen once it is set explicitly, unless it suits no live shop. */
function liveProblemOf(
  { default: usual, beforeLive, defaultUnfit, unfitForLive }: Setting,
  text: string,
  source: Source,
): string | undefined {
  if (text === usual && (source === "default" || defaultUnfit)) return beforeLive;
  return unfitForLive?.(text);
}

function textOf(
  name: SettingName,
  environment: Environment,
  stored: ReadonlyMap<string, string>,
): { text: string; source: Source } {
  const given = environment[name];
  if (given !== undefined) return { text: given, source: "environment" };
  const { scope, default: usual }: Setting = SETTINGS[name];
  const storedText = scope === "shop" ? stored.get(name) : undefined;
  return storedText === undefined ? { text: usual, source: "default" } : { text: storedText, source: "stored" };
}

/** Returns host and path of a server's URL, without password and query. */
function withoutSecret(text: string): string {
  if (text === "") return "";
  const [, protocol, login = "", place] = /^((?:postgres(?:ql)?|smtps?):\/\/)(.*@)?([^@?]*)/.exec(text) ?? [];
  if (protocol === undefined || !URL.canParse(text)) return "(set)";
  return protocol + login.replace(/:.*@$/, ":…@") + place;
}
