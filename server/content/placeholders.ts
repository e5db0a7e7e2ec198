import type { ShopSettings } from "../config.ts";

/** Names in braces, such as {SHOP_EMAIL}, that pages and FAQs may hold: each stands for what the setting says when the text is read. */

const VALUES = {
  SHOP_NAME: ({ SHOP_NAME }) => SHOP_NAME,
  SHOP_EMAIL: ({ SHOP_EMAIL }) => SHOP_EMAIL,
  SHOP_PHONE: ({ SHOP_PHONE }) => SHOP_PHONE,
  SHOP_WHATSAPP: ({ SHOP_WHATSAPP }) => SHOP_WHATSAPP,
  // Texts name the seller before the address, whose first line is often that name.
  SHOP_ADDRESS: ({ SHOP_ADDRESS, SELLER_NAME, SHOP_NAME }) =>
    SHOP_ADDRESS.filter((line) => line !== SELLER_NAME && line !== SHOP_NAME).join(", "),
  SHOP_OPENING_HOURS: ({ SHOP_OPENING_HOURS }) => SHOP_OPENING_HOURS,
  SELLER_NAME: ({ SELLER_NAME }) => SELLER_NAME,
  SELLER_GSTIN: ({ SELLER_GSTIN }) => SELLER_GSTIN,
  SELLER_STATE: ({ SELLER_STATE }) => SELLER_STATE,
  RETURN_DAYS: ({ RETURN_DAYS }) => String(RETURN_DAYS),
} satisfies Record<string, (settings: ShopSettings) => string>;

export const PLACEHOLDERS = Object.keys(VALUES);

const PLACEHOLDER = /\{([A-Z][A-Z_]{1,40})\}/g;

export function hasPlaceholders(text: string): boolean {
  return text.search(PLACEHOLDER) >= 0;
}

/** Names in braces that stand for nothing. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(([, name = ""]) => (PLACEHOLDERS.includes(name) ? [] : [name]));
}

/** Puts the settings into a text. A name that stands for nothing stays. */
export function fillPlaceholders(text: string, settings: ShopSettings): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(VALUES, name) ? VALUES[name as keyof typeof VALUES](settings) : whole,
  );
}
