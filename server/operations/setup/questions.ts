/** The questions of `npm run setup`, in order. */

import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { plainCode } from "../../../contract/written-numbers.ts";
import { SETTINGS, type SettingName, settingNames, settingProblem } from "../../platform/config/config.ts";
import type { Setting } from "../../platform/config/setting.ts";
import { STATES_OF_INDIA } from "../../selling/pricing/states-of-india.ts";

/** The settings so far as texts, by name. */
export type Known = ReadonlyMap<string, string>;

export interface Question {
  name: SettingName;
  /** The default answer; undefined if only the owner knows. */
  propose?(known: Known): string | undefined;
  /** Generates a missing value without asking. */
  generate?(): string;
  /** Whether what is proposed suits every live shop, so that it is stored without asking. */
  isSettled?: true;
}

const key = () => randomBytes(32).toString("base64url");

/** Questions about the deployment's settings, which are stored in `.env`. */
export const MACHINE: readonly Question[] = [
  { name: "DATABASE_URL" },
  { name: "DATA_DIR", propose: () => resolve("data") },
  { name: "SHOP_ORIGIN" },
  { name: "TRUST_PROXY", propose: () => "loopback" },
  { name: "CODE_SECRET", generate: key },
  { name: "SMTP_URL" },
  { name: "RAZORPAY_KEY_ID" },
  { name: "RAZORPAY_KEY_SECRET" },
  { name: "RAZORPAY_WEBHOOK_SECRETS", generate: key },
  { name: "GOOGLE_CLIENT_ID", propose: () => "" },
];

/** Questions about the owner's settings that have proposals, or whose order matters. */
const SHOP_FIRST: readonly Question[] = [
  { name: "SHOP_NAME" },
  { name: "SHOP_TAGLINE", propose: () => SETTINGS.SHOP_TAGLINE.default },
  { name: "SHOP_EMAIL" },
  { name: "SHOP_PHONE" },
  { name: "SHOP_WHATSAPP", propose: (known) => known.get("SHOP_PHONE") },
  { name: "SHOP_ADDRESS" },
  { name: "GRIEVANCE_OFFICER" },
  {
    name: "GRIEVANCE_ADDRESS",
    propose: (known) =>
      known
        .get("SHOP_ADDRESS")
        ?.split("|")
        .map((part) => part.trim())
        .join(", "),
  },
  { name: "SHOP_OPENING_HOURS", propose: () => SETTINGS.SHOP_OPENING_HOURS.default },
  { name: "SHOP_ANNOUNCEMENT", propose: () => "Free shipping all over India" },
  { name: "SOCIAL_LINKS", propose: () => "" },
  { name: "APP_STORE_LINKS", propose: () => "" },
  { name: "SELLER_NAME", propose: (known) => known.get("SHOP_NAME") },
  { name: "SELLER_GSTIN" },
  { name: "SELLER_STATE", propose: (known) => stateOfGstin(known.get("SELLER_GSTIN") ?? "") },
  { name: "ORDER_PREFIX", propose: (known) => initialsOf(known.get("SHOP_NAME") ?? "") },
  { name: "INVOICE_PREFIX", propose: (known) => known.get("ORDER_PREFIX") },
  { name: "TURNOVER_ABOVE_5_CRORE", propose: () => SETTINGS.TURNOVER_ABOVE_5_CRORE.default },
  { name: "PAYMENT_BRAND", propose: (known) => known.get("SHOP_NAME") },
  {
    name: "PAYMENT_DESCRIPTION",
    propose: (known) => known.get("SHOP_NAME") && `Your order at ${known.get("SHOP_NAME")}`,
  },
  { name: "PAYMENT_PREFILL", propose: prefill },
  { name: "BRAND_MARK", propose: () => "" },
  { name: "BRAND_COLOR", propose: () => SETTINGS.BRAND_COLOR.default },
  { name: "ACCENT_COLOR", propose: () => SETTINGS.ACCENT_COLOR.default },
  { name: "PAYMENT_THEME_COLOR", propose: (known) => known.get("BRAND_COLOR") },
  {
    name: "MANUFACTURER",
    propose: (known) => manufacturer(known.get("SELLER_NAME"), known.get("SHOP_ADDRESS")),
  },
  { name: "NEWSLETTER_TITLE", propose: (known) => known.get("SHOP_NAME") && `News from ${known.get("SHOP_NAME")}` },
  { name: "NEWSLETTER_TEXT", propose: () => "New scents, about once a month." },
  { name: "PRODUCT_BADGES" },
  { name: "WHY_CHOOSE_US" },
  { name: "CART_ZERO_MRP", propose: () => "false", isSettled: true },
  { name: "CART_CURRENCY_SYMBOL", propose: () => SETTINGS.CURRENCY_SYMBOL.default, isSettled: true },
  { name: "REFUND_POLICY_PATH", propose: () => "/refund-policy", isSettled: true },
  { name: "DEFAULT_RATING", propose: () => "0", isSettled: true },
  { name: "TOAST_AUTO_CLOSE_MS", propose: () => "5000", isSettled: true },
  { name: "SESSION_SECRET", generate: key },
];

/** Settings that setup derives from the products. */
const NOT_ASKED: readonly SettingName[] = ["FOOTER_PRODUCTS"];

/** Questions about the owner's settings, which are stored in the database; those to review before going live come last. */
export const SHOP: readonly Question[] = [
  ...SHOP_FIRST,
  ...settingNames
    .filter((name) => {
      const { scope, beforeLive }: Setting = SETTINGS[name];
      const isAsked = NOT_ASKED.includes(name) || SHOP_FIRST.some((question) => question.name === name);
      return scope === "shop" && beforeLive !== undefined && !isAsked;
    })
    .map((name) => ({ name })),
];

/** Proposes the seller as the manufacturer, for a shop that makes its products. */
function manufacturer(name?: string, address?: string): string | undefined {
  if (!name || !address) return undefined;
  return [name, ...address.split("|").filter((line) => line.trim() !== name)].join("|");
}

/** Returns the state of a GSTIN, from its first two digits. */
export function stateOfGstin(gstin: string): string | undefined {
  return Object.keys(STATES_OF_INDIA).find((state) => STATES_OF_INDIA[state] === plainCode(gstin).slice(0, 2));
}

/** Returns two or three initials of a name, as a prefix of numbers; undefined without Latin letters. */
export function initialsOf(name: string): string | undefined {
  const words = name
    .normalize("NFD")
    .toUpperCase()
    .split(/[^A-Z\p{M}]+/u)
    .map((word) => word.replace(/[^A-Z]/g, ""))
    .filter(Boolean);
  const [first = ""] = words;
  const initials = words.length > 1 ? words.map((word) => word.charAt(0)).join("") : first;
  return settingProblem("INVOICE_PREFIX", initials.slice(0, 3))
    ? undefined
    : initials.slice(0, words.length > 1 ? 3 : 2);
}

/** Proposes the shop's details, for customers without their own. */
function prefill(known: Known): string | undefined {
  const [name, email, phone] = ["SHOP_NAME", "SHOP_EMAIL", "SHOP_PHONE"].map((setting) => known.get(setting));
  return name && email && phone ? `${name} customer|${email}|${phone.replace(/[^+\d]/g, "")}` : undefined;
}

/** Returns `--shop-name` for SHOP_NAME. */
export const optionName = (name: SettingName) => name.toLowerCase().replaceAll("_", "-");

/** Whether a setting is secret. Secrets are not command-line options, because a list of the machine's processes shows those. */
export const isSecret = (name: SettingName) => (SETTINGS[name] as Setting).secret === true;

/** The options that answer the questions, for scripts. */
export const QUESTION_OPTIONS = Object.fromEntries(
  [...MACHINE, ...SHOP]
    .filter(({ name, generate }) => !generate && !isSecret(name))
    .map(({ name }) => [optionName(name), { value: "VALUE", summary: SETTINGS[name].meaning }]),
);
