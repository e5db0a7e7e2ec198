import { eq, inArray, sql } from "drizzle-orm";
import type { Shop } from "../../contract/shop.ts";
import { readSettings, SETTINGS, type SettingName, type Settings, settingProblem } from "../config.ts";
import type { Database } from "../database/database.ts";
import { product, setting } from "../database/schema.ts";
import { StartupError } from "../errors.ts";

type Environment = Record<string, string | undefined>;

/** What was read last, by the environment that it was read with. */
const lastRead = new WeakMap<Environment, { stored: string; settings: Settings }>();

/**
 * All settings as they hold now: the environment's, the owner's from the database, the defaults. They are asked for at nearly every call
 * and hardly ever changed, so what the database has is compared with the last time, and read by its rules only when it differs.
 */
export async function currentSettings(db: Database, environment: Environment): Promise<Readonly<Settings>> {
  const rows = await db.select({ name: setting.name, value: setting.value }).from(setting).orderBy(setting.name);
  const stored = JSON.stringify(rows);
  const last = lastRead.get(environment);
  if (last?.stored === stored) return last.settings;
  const settings = readSettings(environment, new Map(rows.map(({ name, value }) => [name, value])));
  lastRead.set(environment, { stored, settings });
  return settings;
}

/**
 * Stores one of the owner's settings; every instance hears of it.
 * @throws StartupProblem when the value is not right, or the setting belongs to the environment
 */
export async function storeSetting(db: Database, name: SettingName, value: string): Promise<void> {
  refuseUnlessOwners(name);
  const problem = settingProblem(name, value);
  if (problem) throw new StartupError(`${problem}; "${value}" was not stored.`);
  await db
    .insert(setting)
    .values({ name, value })
    .onConflictDoUpdate({ target: setting.name, set: { value, updatedAt: sql`now()` } });
}

/**
 * Back to the default.
 * @throws StartupProblem when the setting belongs to the environment
 */
export async function clearSetting(db: Database, name: SettingName): Promise<void> {
  refuseUnlessOwners(name);
  await db.delete(setting).where(eq(setting.name, name));
}

function refuseUnlessOwners(name: SettingName): void {
  if (SETTINGS[name].scope !== "shop")
    throw new StartupError(`The setting ${name} is read from the environment; set it there.`);
}

/** What the storefront is told of the shop. `origin` is where the request came to, used when no SHOP_ORIGIN is set. */
export async function readShop(db: Database, environment: Environment, origin: string): Promise<Shop> {
  const settings = await currentSettings(db, environment);
  const slugs = settings.FOOTER_PRODUCTS;
  const named =
    slugs.length > 0
      ? await db.select({ title: product.title, slug: product.slug }).from(product).where(inArray(product.slug, slugs))
      : [];
  return {
    name: settings.SHOP_NAME,
    tagline: settings.SHOP_TAGLINE,
    origin: settings.SHOP_ORIGIN || origin,
    mediaHost: settings.MEDIA_HOST,
    phone: settings.SHOP_PHONE,
    whatsapp: settings.SHOP_WHATSAPP,
    email: settings.SHOP_EMAIL,
    address: settings.SHOP_ADDRESS,
    openingHours: settings.SHOP_OPENING_HOURS,
    social: settings.SOCIAL_LINKS,
    appStores: settings.APP_STORE_LINKS,
    announcement: settings.SHOP_ANNOUNCEMENT,
    googleSignIn: settings.DEMO || settings.GOOGLE_CLIENT_ID !== "",
    sessionSecret: settings.SESSION_SECRET,
    refundPolicyPath: settings.REFUND_POLICY_PATH,
    defaultRating: settings.DEFAULT_RATING,
    currencySymbol: settings.CURRENCY_SYMBOL,
    cartCurrencySymbol: settings.CART_CURRENCY_SYMBOL,
    cartShowsZeroMrp: settings.CART_ZERO_MRP,
    productBadges: settings.PRODUCT_BADGES,
    manufacturer: settings.MANUFACTURER,
    toastAutoCloseMs: settings.TOAST_AUTO_CLOSE_MS,
    maxUnits: settings.MAX_UNITS_PER_PRODUCT,
    demo: settings.DEMO,
    demoMailbox: settings.DEMO && settings.SMTP_URL === "",
    footerProducts: named.sort((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug)),
  };
}
