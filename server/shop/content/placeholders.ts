/** Placeholders of pages and FAQs, such as {SHOP_EMAIL}, replaced by the settings' current values. */

import type { Measurement } from "../../../contract/measurement.ts";
import type { ShopSettings } from "../../platform/config/config.ts";

/** What placeholders stand for: the settings, and what measures visits and purchases. */
export interface TextFacts extends ShopSettings {
  measurement?: Measurement | null;
}

const VALUES = {
  SHOP_NAME: ({ SHOP_NAME }) => SHOP_NAME,
  SHOP_EMAIL: ({ SHOP_EMAIL }) => SHOP_EMAIL,
  SHOP_PHONE: ({ SHOP_PHONE }) => SHOP_PHONE,
  SHOP_WHATSAPP: ({ SHOP_WHATSAPP }) => SHOP_WHATSAPP,
  // Texts name the seller before the address, whose first line is often the same name.
  SHOP_ADDRESS: ({ SHOP_ADDRESS, SELLER_NAME, SHOP_NAME }) =>
    SHOP_ADDRESS.filter((line) => line !== SELLER_NAME && line !== SHOP_NAME).join(", "),
  GRIEVANCE_OFFICER: ({ GRIEVANCE_OFFICER }) => GRIEVANCE_OFFICER,
  GRIEVANCE_ADDRESS: ({ GRIEVANCE_ADDRESS }) => GRIEVANCE_ADDRESS,
  SHOP_OPENING_HOURS: ({ SHOP_OPENING_HOURS }) => SHOP_OPENING_HOURS,
  SELLER_NAME: ({ SELLER_NAME }) => SELLER_NAME,
  SELLER_GSTIN: ({ SELLER_GSTIN }) => SELLER_GSTIN,
  SELLER_STATE: ({ SELLER_STATE }) => SELLER_STATE,
  RETURN_DAYS: ({ RETURN_DAYS }) => String(RETURN_DAYS),
  PAYMENT_METHODS: ({ CASH_ON_DELIVERY }) =>
    CASH_ON_DELIVERY
      ? "in advance by card, UPI, net banking or wallet through Razorpay, or in cash when your parcel arrives, where the checkout offers it"
      : "in advance by card, UPI, net banking or wallet through Razorpay; cash on delivery is not offered",
  // Sentences about measurement have no full stop, so that more can follow.
  MEASURED: ({ measurement }) => {
    const { script = null, purchases = [] } = measurement ?? {};
    const what = [...(script ? ["visits"] : []), ...(purchases.length > 0 ? ["purchases"] : [])].join(" and ");
    return what === "" ? "We set no advertising or analytics cookies" : `We measure ${what} only if you allow it`;
  },
  SHARED: ({ measurement }) =>
    measurement?.purchases.includes("meta")
      ? "We sell no data, and tell an advertiser of your orders only if you allow it"
      : "We sell no data and share it with no advertisers",
} satisfies Record<string, (settings: TextFacts) => string>;

export const PLACEHOLDERS = Object.keys(VALUES);

const PLACEHOLDER = /\{([A-Z][A-Z_]{1,40})\}/g;

export function hasPlaceholders(text: string): boolean {
  return text.search(PLACEHOLDER) >= 0;
}

/** Lists names in braces that are not placeholders. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(([, name = ""]) => (PLACEHOLDERS.includes(name) ? [] : [name]));
}

/** Replaces the placeholders of a text; unknown ones stay. */
export function fillPlaceholders(text: string, settings: TextFacts): string {
  return text.replace(PLACEHOLDER, (match, name: string) =>
    Object.hasOwn(VALUES, name) ? VALUES[name as keyof typeof VALUES](settings) : match,
  );
}
