/** How the back office shows each of the owner's settings: its subject, its label, and how it is typed. */

import type { AdminSetting, SettingSubject } from "../../../contract/admin/settings.ts";
import { FONT_PAIRS } from "../../../contract/brand-fonts.ts";
import { SHORT_WEEKDAYS } from "../../../contract/dates.ts";
import type { ShopSettingName } from "../../platform/config/config.ts";
import { STATES_OF_INDIA } from "../pricing/states-of-india.ts";

export interface SettingForm {
  subject: Exclude<SettingSubject, "machine">;
  label: string;
  input: Exclude<AdminSetting["input"], "none">;
  /** The values of a choice; no others are stored. */
  options?: readonly string[];
  unit?: string;
  /** The kind of slugs that its parts are; each must exist. */
  slugsOf?: "products" | "categories";
}

/** A new setting gets its line here. */
export const SETTING_FORMS: Readonly<Record<ShopSettingName, SettingForm>> = {
  SHOP_NAME: { subject: "shop", label: "Name of the shop", input: "text" },
  SHOP_OPEN: { subject: "shop", label: "The shop is open", input: "flag" },
  SHOP_TAGLINE: { subject: "shop", label: "Tagline", input: "text" },
  SHOP_EMAIL: { subject: "shop", label: "Email", input: "text" },
  SHOP_PHONE: { subject: "shop", label: "Phone", input: "text" },
  SHOP_WHATSAPP: { subject: "shop", label: "WhatsApp", input: "text" },
  SHOP_ADDRESS: { subject: "shop", label: "Office address", input: "lines" },
  SHOP_OPENING_HOURS: { subject: "shop", label: "Opening hours", input: "text" },
  SHOP_ANNOUNCEMENT: { subject: "shop", label: "Announcement", input: "text" },
  SHOP_ANNOUNCEMENT_LINK: { subject: "shop", label: "Link of the announcement", input: "text" },
  SHOP_ANNOUNCEMENT_STARTS: { subject: "shop", label: "The announcement begins (Indian time)", input: "time" },
  SHOP_ANNOUNCEMENT_ENDS: { subject: "shop", label: "The announcement ends (Indian time)", input: "time" },
  SOCIAL_LINKS: { subject: "shop", label: "Social pages", input: "links" },
  APP_STORE_LINKS: { subject: "shop", label: "App stores", input: "links" },
  SELLER_NAME: { subject: "seller", label: "Legal name", input: "text" },
  SELLER_GSTIN: { subject: "seller", label: "GSTIN", input: "text" },
  SELLER_STATE: { subject: "seller", label: "State", input: "choice", options: Object.keys(STATES_OF_INDIA) },
  ORDER_PREFIX: { subject: "seller", label: "Prefix of Order IDs", input: "text" },
  INVOICE_PREFIX: { subject: "seller", label: "Prefix of invoice numbers", input: "text" },
  CREDIT_NOTE_PREFIX: { subject: "seller", label: "Prefix of credit note numbers", input: "text" },
  TURNOVER_ABOVE_5_CRORE: { subject: "seller", label: "Turnover above ₹5 crore", input: "flag" },
  EWAY_BILL_RUPEES: { subject: "seller", label: "E-way bill above", input: "number", unit: "₹" },
  MANUFACTURER: { subject: "seller", label: "Manufacturer", input: "lines" },
  IMPORTER: { subject: "seller", label: "Importer", input: "lines" },
  GRIEVANCE_OFFICER: { subject: "seller", label: "Grievance officer", input: "text" },
  GRIEVANCE_ADDRESS: { subject: "seller", label: "Address of the grievance officer", input: "text" },
  BRAND_MARK: { subject: "brand", label: "Mark", input: "mark" },
  BRAND_COLOR: { subject: "brand", label: "Colour of buttons, links and the footer", input: "colour" },
  ACCENT_COLOR: { subject: "brand", label: "Colour of ornament", input: "colour" },
  FONT_PAIR: { subject: "brand", label: "Fonts of titles and texts", input: "choice", options: FONT_PAIRS },
  NEWSLETTER_TITLE: { subject: "brand", label: "Title of the newsletter", input: "text" },
  NEWSLETTER_TEXT: { subject: "brand", label: "What the newsletter brings", input: "text" },
  PRODUCT_BADGES: { subject: "pages", label: "Claims on product pages", input: "lines" },
  WHY_CHOOSE_US: { subject: "pages", label: "Why choose us", input: "lines" },
  FOOTER_PRODUCTS: { subject: "pages", label: "Products in the footer", input: "lines", slugsOf: "products" },
  DEFAULT_RATING: { subject: "pages", label: "Stars without ratings", input: "number", unit: "stars" },
  REFUND_POLICY_PATH: {
    subject: "pages",
    label: "Path of the refund policy",
    input: "choice",
    options: ["/refund-policy", "/refund-plocy"],
  },
  OLD_SHOP: {
    subject: "pages",
    label: "Former shop whose addresses work here",
    input: "choice",
    options: ["none", "shopify", "woocommerce", "both"],
  },
  FEED_GOOGLE: { subject: "pages", label: "Product feed for Google Merchant Center", input: "flag" },
  FEED_META: { subject: "pages", label: "Product feed for Meta", input: "flag" },
  FEED_OPENAI: { subject: "pages", label: "Product feed for OpenAI", input: "flag" },
  AGENTS: { subject: "pages", label: "Shopping agents are served", input: "flag" },
  AGENTS_SIGNED_ONLY: { subject: "pages", label: "Only signed agents start a checkout", input: "flag" },
  ANALYTICS: { subject: "pages", label: "Script that counts visits", input: "text" },
  CURRENCY_SYMBOL: { subject: "pages", label: "Currency symbol", input: "text" },
  CART_CURRENCY_SYMBOL: { subject: "pages", label: "Currency symbol in the cart", input: "text" },
  CART_ZERO_MRP: { subject: "pages", label: "Struck-through 0 in the cart", input: "flag" },
  TOAST_AUTO_CLOSE_MS: { subject: "pages", label: "Notifications stay for", input: "number", unit: "ms" },
  MAX_UNITS_PER_PRODUCT: { subject: "orders", label: "Units of a product per order", input: "number", unit: "units" },
  MAX_ORDER_RUPEES: { subject: "orders", label: "Maximum total of an order", input: "number", unit: "₹" },
  RETURN_DAYS: { subject: "orders", label: "Returns within", input: "number", unit: "days" },
  RETURN_REFUNDS_FEES: { subject: "orders", label: "Refund shipping and fees with every return", input: "flag" },
  LOT_MIN_DAYS: { subject: "orders", label: "A lot must remain good for", input: "number", unit: "days" },
  REORDER_LEAD_DAYS: { subject: "orders", label: "An order at a supplier takes", input: "number", unit: "days" },
  REORDER_COVER_DAYS: { subject: "orders", label: "Reordered units last", input: "number", unit: "days" },
  GIFT_WRAP_RUPEES: { subject: "orders", label: "Gift wrap", input: "number", unit: "₹" },
  WORKING_DAYS: { subject: "orders", label: "Working days", input: "days", options: SHORT_WEEKDAYS },
  COURIERS_DECIDE: { subject: "orders", label: "Sell only where a connected courier delivers", input: "flag" },
  PAYMENT_BRAND: { subject: "payments", label: "Name in the payment window", input: "text" },
  PAYMENT_DESCRIPTION: { subject: "payments", label: "Description in the payment window", input: "text" },
  PAYMENT_PREFILL: { subject: "payments", label: "Prefilled name, email and phone", input: "lines" },
  PAYMENT_THEME_COLOR: { subject: "payments", label: "Colour of the payment window", input: "colour" },
  CASH_ON_DELIVERY: { subject: "cash", label: "Cash on delivery", input: "flag" },
  CASH_MIN_RUPEES: { subject: "cash", label: "Minimum value of the goods", input: "number", unit: "₹" },
  CASH_MAX_RUPEES: { subject: "cash", label: "Maximum value of the goods", input: "number", unit: "₹" },
  CASH_FEE_RUPEES: { subject: "cash", label: "Fee", input: "number", unit: "₹" },
  CASH_FEE_WAIVED: { subject: "cash", label: "No fee for an order that is paid online later", input: "flag" },
  CASH_EXCLUDED_PINCODES: { subject: "cash", label: "Pincodes without it", input: "lines" },
  CASH_EXCLUDED_CATEGORIES: { subject: "cash", label: "Categories without it", input: "lines", slugsOf: "categories" },
  CASH_MAX_OPEN_ORDERS: { subject: "cash", label: "Open orders of a customer", input: "number", unit: "orders" },
  CASH_MAX_REFUSED: { subject: "cash", label: "Refused parcels of a customer", input: "number", unit: "parcels" },
  CASH_CONFIRM_HOURS: { subject: "cash", label: "Waits for its confirmation for", input: "number", unit: "hours" },
  CASH_ADVANCE: {
    subject: "cash",
    label: "Paid online in advance: rupees, or a percentage such as 20%",
    input: "text",
  },
  CASH_ADVANCE_FROM_RUPEES: { subject: "cash", label: "Advance from goods of", input: "number", unit: "₹" },
  CASH_ADVANCE_FOR_RISK: {
    subject: "cash",
    label: "With the advance also after refused parcels or with many open orders",
    input: "flag",
  },
  SESSION_SECRET: { subject: "security", label: "Key of the stored session", input: "key" },
};

/** Lists the names of a subject's settings. */
export const settingsOf = (subject: SettingSubject): ShopSettingName[] =>
  (Object.keys(SETTING_FORMS) as ShopSettingName[]).filter((name) => SETTING_FORMS[name].subject === subject);

/** Why the form does not accept a value that the setting's schema does; undefined if it does. */
export function formProblem(name: ShopSettingName, value: string): string | undefined {
  const { input, options = [] } = SETTING_FORMS[name];
  return input === "choice" && !options.includes(value) ? `must be one of ${options.join(", ")}` : undefined;
}

/** Splits a value, such as slugs, into its non-empty parts. */
export const partsOf = (value: string) =>
  value
    .split("|")
    .map((part) => part.trim())
    .filter(Boolean);
