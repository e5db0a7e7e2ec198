import { and, inArray, notInArray } from "drizzle-orm";
import { brandColors } from "../../../contract/brand-colors.ts";
import { brandFonts } from "../../../contract/brand-fonts.ts";
import { HOME_COUNTRY } from "../../../contract/catalogue/origin.ts";
import type { Shop } from "../../../contract/shop.ts";
import { ApiError, OperatorError } from "../../base/errors.ts";
import { COMMAND_ACTOR } from "../../platform/audit/record-audit.ts";
import {
  type DeploymentSettings,
  SETTINGS,
  type SettingName,
  type ShopSettings,
} from "../../platform/config/config.ts";
import type { Setting } from "../../platform/config/setting.ts";
import type { Database, ReadDatabase } from "../../platform/database/database.ts";
import { product } from "../../platform/database/schema.ts";
import { connectedChannels } from "../../platform/phone-messages/connected.ts";
import { channelsOfUpdates } from "../../platform/phone-messages/templates.ts";
import { isPublished } from "../variants/published.ts";
import { type ChangeDeps, changeSettings } from "./change-settings.ts";
import { measurementOf } from "./measurement.ts";
import type { ShopSettingsReader } from "./shop-settings.ts";

/**
 * Stores one of the owner's settings for a command.
 * @throws OperatorError when the value is not valid, or the setting belongs to the environment
 */
export async function storeSetting(
  db: Database,
  name: SettingName,
  value: string,
  checks: Pick<ChangeDeps, "findUnknown" | "hasNumbers" | "deployment"> = {},
): Promise<void> {
  requireShopSetting(name);
  try {
    await changeSettings({ db, actor: COMMAND_ACTOR, ...checks }, { [name]: value });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { secret }: Setting = SETTINGS[name];
    const shown = secret ? "it" : `"${value}"`;
    throw new OperatorError(`${error.message.replace(/\.$/, "")}; ${shown} was not stored.`, { cause: error });
  }
}

/**
 * Resets a setting to its default for a command.
 * @throws OperatorError when the setting belongs to the environment
 */
export async function clearSetting(db: Database, name: SettingName): Promise<void> {
  requireShopSetting(name);
  await changeSettings({ db, actor: COMMAND_ACTOR }, { [name]: null });
}

function requireShopSetting(name: SettingName): void {
  if (SETTINGS[name].scope !== "shop")
    throw new OperatorError(`The setting ${name} is read from the environment; set it there.`);
}

/** Whether it is between the start and the end of the announcement. */
const isAnnounced = ({ SHOP_ANNOUNCEMENT_STARTS: from, SHOP_ANNOUNCEMENT_ENDS: until }: ShopSettings, now: Date) =>
  (from === null || from <= now) && (until === null || until > now);

/** Reads the shop's public details. `origin` is that of the request, used unless SHOP_ORIGIN is set. */
export async function readShop(
  {
    read,
    deployment,
    shopSettings,
    shippingTerms,
    menus,
  }: {
    read: ReadDatabase;
    deployment: DeploymentSettings;
    shopSettings: ShopSettingsReader;
    /** Injected, because the module shipping comes later in its group. */
    shippingTerms: () => Promise<Pick<Shop, "shippingMethods" | "freeShipping" | "dispatchBefore">>;
    /** Injected, because the module content is above this one. */
    menus: () => Promise<Pick<Shop, "headerMenu" | "footerMenu">>;
  },
  origin: string,
): Promise<Shop> {
  const settings = await shopSettings.current();
  const slugs = settings.FOOTER_PRODUCTS;
  const measurement = measurementOf(settings, deployment);
  const phoneUpdates = await channelsOfUpdates(read, connectedChannels(deployment));
  const named =
    slugs.length > 0
      ? await read
          .select({ title: product.title, slug: product.slug })
          .from(product)
          .where(and(inArray(product.slug, slugs), isPublished))
      : [];
  const imports = await read
    .select({ id: product.id })
    .from(product)
    .where(and(notInArray(product.countryOfOrigin, [HOME_COUNTRY, ""]), isPublished))
    .limit(1);
  return {
    name: settings.SHOP_NAME,
    tagline: settings.SHOP_TAGLINE,
    origin: deployment.SHOP_ORIGIN || origin,
    mediaHost: deployment.MEDIA_HOST,
    phone: settings.SHOP_PHONE,
    whatsapp: settings.SHOP_WHATSAPP,
    email: settings.SHOP_EMAIL,
    address: settings.SHOP_ADDRESS,
    look: {
      ...brandColors(settings.BRAND_COLOR, settings.ACCENT_COLOR),
      ...brandFonts(settings.FONT_PAIR),
      ...(settings.BRAND_MARK && { "--mark": `url("/brand-mark.png?v=${encodeURIComponent(settings.BRAND_MARK)}")` }),
    },
    newsletter: { title: settings.NEWSLETTER_TITLE, text: settings.NEWSLETTER_TEXT },
    openingHours: settings.SHOP_OPENING_HOURS,
    social: settings.SOCIAL_LINKS,
    appStores: settings.APP_STORE_LINKS,
    announcement: isAnnounced(settings, new Date()) ? settings.SHOP_ANNOUNCEMENT : "",
    announcementLink: settings.SHOP_ANNOUNCEMENT_LINK,
    googleSignIn: deployment.DEMO || deployment.GOOGLE_CLIENT_ID !== "",
    sessionSecret: settings.SESSION_SECRET,
    refundPolicyPath: settings.REFUND_POLICY_PATH,
    defaultRating: settings.DEFAULT_RATING,
    currencySymbol: settings.CURRENCY_SYMBOL,
    cartCurrencySymbol: settings.CART_CURRENCY_SYMBOL,
    cartShowsZeroMrp: settings.CART_ZERO_MRP,
    productBadges: settings.PRODUCT_BADGES,
    manufacturer: settings.MANUFACTURER,
    importer: settings.IMPORTER,
    sellsImports: imports.length > 0,
    toastAutoCloseMs: settings.TOAST_AUTO_CLOSE_MS,
    orderPrefix: settings.ORDER_PREFIX,
    maxUnits: settings.MAX_UNITS_PER_PRODUCT,
    ...(await shippingTerms()),
    ...(await menus()),
    returnDays: settings.RETURN_DAYS,
    cashOnDelivery: settings.CASH_ON_DELIVERY,
    giftWrap: settings.GIFT_WRAP_RUPEES,
    demo: deployment.DEMO,
    demoMailbox: deployment.DEMO && deployment.SMTP_URL === "",
    footerProducts: named.sort((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug)),
    ...(measurement && { measurement }),
    ...(phoneUpdates.length > 0 && { phoneUpdates }),
  };
}
