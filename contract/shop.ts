import * as z from "zod/mini";

/** What every page of the storefront needs to know of the shop; each value is a setting of the owner's (see server/config.ts). */
export const shop = z.object({
  name: z.string(),
  tagline: z.string(),
  /** Where this shop is on the web, without a slash at the end: the base of canonical addresses. */
  origin: z.string(),
  mediaHost: z.string(),
  phone: z.string(),
  whatsapp: z.string(),
  email: z.string(),
  address: z.array(z.string()),
  openingHours: z.string(),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  appStores: z.array(z.object({ name: z.string(), url: z.string() })),
  announcement: z.string(),
  refundPolicyPath: z.enum(["/refund-plocy", "/refund-policy"]),
  /** Stars shown for a product that nobody has rated. */
  defaultRating: z.number(),
  currencySymbol: z.string(),
  cartCurrencySymbol: z.string(),
  /** Whether the cart shows a struck-through 0 for a product without an MRP above its price. */
  cartShowsZeroMrp: z.boolean(),
  toastAutoCloseMs: z.number(),
  /** The most pieces of one product that an order takes. */
  maxUnits: z.number(),
  demo: z.boolean(),
  /** Whether mails go to the demo's mailbox, at `/sandbox/mail`: not in a live shop, and not in a demo with a mail server. */
  demoMailbox: z.boolean(),
  /** Whether log-in with Google is offered; room is kept for its button from the start. */
  googleSignIn: z.boolean(),
  /** Under this the browser keeps its session from a glance. It comes with every page, so it protects nothing. */
  sessionSecret: z.string(),
  /** What the product page claims of every product. */
  productBadges: z.array(z.string()),
  /** Who makes the products: name and address, a line each. */
  manufacturer: z.array(z.string()),
  /** Slugs and titles of the products that the footer links to. */
  footerProducts: z.array(z.object({ title: z.string(), slug: z.string() })),
});
export type Shop = z.infer<typeof shop>;
