import * as z from "zod/mini";
import { badge } from "./content/claims.ts";
import { footerColumn, menuLink } from "./content/menus.ts";
import { ANALYTICS_KINDS, PURCHASE_SERVICES } from "./measurement.ts";
import { PHONE_CHANNELS } from "./phone-messages/channels.ts";

/** The settings of the owner that every page needs (see server/platform/config/config.ts). */
export const shop = z.object({
  name: z.string(),
  tagline: z.string(),
  /** The shop's origin, without a slash at the end: the base of canonical URLs. */
  origin: z.string(),
  mediaHost: z.string(),
  phone: z.string(),
  whatsapp: z.string(),
  email: z.string(),
  address: z.array(z.string()),
  openingHours: z.string(),
  /** Custom properties of the page: the shop's colours and fonts, which replace the storefront's tokens, and its mark. */
  look: z.record(z.string(), z.string()),
  newsletter: z.object({ title: z.string(), text: z.string() }),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  appStores: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Empty if there is none. */
  announcement: z.string(),
  /** A path of the shop or a URL; empty if the announcement is not a link. */
  announcementLink: z.string(),
  refundPolicyPath: z.enum(["/refund-plocy", "/refund-policy"]),
  /** The rating shown for a product without reviews. */
  defaultRating: z.number(),
  currencySymbol: z.string(),
  cartCurrencySymbol: z.string(),
  /** Whether the cart shows a struck-through 0 for a product without an MRP above its price. */
  cartShowsZeroMrp: z.boolean(),
  toastAutoCloseMs: z.number(),
  /** What the IDs of new orders begin with. */
  orderPrefix: z.string(),
  /** Maximum units of one product in an order. */
  maxUnits: z.number(),
  /** Whether the owner has set up shipping methods, so that the product page and the checkout ask for a pincode. */
  shippingMethods: z.boolean(),
  /** Whether shipping is free all over India: every zone has a method that costs nothing. */
  freeShipping: z.boolean(),
  /** The cut-off of the first shipping method, "14:00": orders before it leave on the same working day. Null without shipping methods. */
  dispatchBefore: z.nullable(z.string()),
  /** How many days after delivery a return can be requested. */
  returnDays: z.number(),
  /** Whether customers can pay in cash on delivery. */
  cashOnDelivery: z.boolean(),
  /** The price of gift wrap, in rupees; null if it is not offered. */
  giftWrap: z.nullable(z.number()),
  demo: z.boolean(),
  /** Whether emails go to the demo's mailbox at `/sandbox/mail`: in a demo without a mail server. */
  demoMailbox: z.boolean(),
  /** Whether login with Google is offered. */
  googleSignIn: z.boolean(),
  /** Encrypts the browser's stored session. Every page contains it, so it protects nothing. */
  sessionSecret: z.string(),
  /** Claims about every product, on the product page. */
  productBadges: z.array(badge),
  /** Name and address of the manufacturer of what is made in India, one line each. */
  manufacturer: z.array(z.string()),
  /** The same of the importer of what comes from abroad; empty if each product names its own. */
  importer: z.array(z.string()),
  /** Whether products from abroad are on sale, so that listings are also sorted by country of origin. */
  sellsImports: z.boolean(),
  /** Links to what is no longer in the shop are omitted. */
  headerMenu: z.array(menuLink),
  footerMenu: z.array(footerColumn),
  /** Slugs and titles of the products that the footer links to. */
  footerProducts: z.array(z.object({ title: z.string(), slug: z.string() })),
  /** What measures visits and purchases, of shoppers who allow it; missing if nothing is connected. */
  measurement: z.optional(
    z.object({
      script: z.nullable(z.object({ kind: z.enum(ANALYTICS_KINDS), url: z.string(), id: z.string() })),
      purchases: z.array(z.enum(PURCHASE_SERVICES)),
    }),
  ),
  /** The channels that send updates about orders to customers who agree; missing if none does. */
  phoneUpdates: z.optional(z.array(z.enum(PHONE_CHANNELS))),
});
export type Shop = z.infer<typeof shop>;
