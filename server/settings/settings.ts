import { eq, inArray, sql } from "drizzle-orm";
import type { Shop } from "../../contract/shop.ts";
import { type DeploymentSettings, SETTINGS, type SettingName, settingProblem } from "../config.ts";
import type { Database, ReadDatabase } from "../database/database.ts";
import { product, setting } from "../database/schema.ts";
import { OperatorError } from "../errors.ts";
import { invalidateShopSettings, type ShopSettingsReader } from "./shop-settings.ts";

/**
 * Stores one of the owner's settings. It takes effect at once on this instance, and on the others with the event.
 * @throws OperatorError when the value is not valid, or the setting belongs to the environment
 */
export async function storeSetting(db: Database, name: SettingName, value: string): Promise<void> {
  requireShopSetting(name);
  const problem = settingProblem(name, value);
  if (problem) throw new OperatorError(`${problem}; "${value}" was not stored.`);
  await db
    .insert(setting)
    .values({ name, value })
    .onConflictDoUpdate({ target: setting.name, set: { value, updatedAt: sql`now()` } });
  invalidateShopSettings(db);
}

/**
 * Resets a setting to its default.
 * @throws OperatorError when the setting belongs to the environment
 */
export async function clearSetting(db: Database, name: SettingName): Promise<void> {
  requireShopSetting(name);
  await db.delete(setting).where(eq(setting.name, name));
  invalidateShopSettings(db);
}

function requireShopSetting(name: SettingName): void {
  if (SETTINGS[name].scope !== "shop")
    throw new OperatorError(`The setting ${name} is read from the environment; set it there.`);
}

/** The shop's public details. `origin` is where the request came in, used when no SHOP_ORIGIN is set. */
export async function readShop(
  {
    read,
    deployment,
    shopSettings,
    shippingTerms,
  }: {
    read: ReadDatabase;
    deployment: DeploymentSettings;
    shopSettings: ShopSettingsReader;
    /** Injected, because the module shipping is in the same layer. */
    shippingTerms: () => Promise<Pick<Shop, "shippingMethods" | "freeShipping" | "dispatchBefore">>;
  },
  origin: string,
): Promise<Shop> {
  const settings = await shopSettings.current();
  const slugs = settings.FOOTER_PRODUCTS;
  const named =
    slugs.length > 0
      ? await read
          .select({ title: product.title, slug: product.slug })
          .from(product)
          .where(inArray(product.slug, slugs))
      : [];
  return {
    name: settings.SHOP_NAME,
    tagline: settings.SHOP_TAGLINE,
    origin: deployment.SHOP_ORIGIN || origin,
    mediaHost: deployment.MEDIA_HOST,
    phone: settings.SHOP_PHONE,
    whatsapp: settings.SHOP_WHATSAPP,
    email: settings.SHOP_EMAIL,
    address: settings.SHOP_ADDRESS,
    openingHours: settings.SHOP_OPENING_HOURS,
    social: settings.SOCIAL_LINKS,
    appStores: settings.APP_STORE_LINKS,
    announcement: settings.SHOP_ANNOUNCEMENT,
    googleSignIn: deployment.DEMO || deployment.GOOGLE_CLIENT_ID !== "",
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
    ...(await shippingTerms()),
    returnDays: settings.RETURN_DAYS,
    cashOnDelivery: settings.CASH_ON_DELIVERY,
    giftWrap: settings.GIFT_WRAP_RUPEES,
    demo: deployment.DEMO,
    demoMailbox: deployment.DEMO && deployment.SMTP_URL === "",
    footerProducts: named.sort((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug)),
  };
}
