import { z } from "zod";
import { ACCENT_COLOR, accentColorProblem, BRAND_COLOR, brandColorProblem } from "../../../contract/brand-colors.ts";
import { FONT_PAIR, FONT_PAIRS } from "../../../contract/brand-fonts.ts";
import { BADGE_ICONS, REASON_ICONS } from "../../../contract/content/claims.ts";
import { badges, colour, flag, indianTime, line, lines, reasons, wholeNumber } from "./formats.ts";
import { define } from "./setting.ts";

/** What the storefront shows. */
export const STOREFRONT = {
  BRAND_MARK: define({
    scope: "shop",
    meaning:
      "The shop’s mark beside its name, in its icons, emails and shared links, drawn in one colour. Empty: the demo’s, a flower.",
    schema: z
      .string()
      .trim()
      .regex(/^(?:|\/brand\/[\w./-]{1,200}\.png)$/, "must be a mark that was uploaded in Settings, or empty"),
    default: "",
    beforeLive: "it is the demo’s flower",
  }),
  BRAND_COLOR: define({
    scope: "shop",
    meaning: "Colour of buttons, links and the footer, in pages, emails and the installed app: dark enough to be read.",
    schema: colour(brandColorProblem),
    default: BRAND_COLOR,
    beforeLive: "it is the demo’s green",
  }),
  ACCENT_COLOR: define({
    scope: "shop",
    meaning: "Colour of ornament and large type.",
    schema: colour(accentColorProblem),
    default: ACCENT_COLOR,
    beforeLive: "it is the demo’s brass",
  }),
  FONT_PAIR: define({
    scope: "shop",
    meaning: `The fonts of titles and texts in pages: ${FONT_PAIRS.join(", ")}.`,
    schema: z.enum(FONT_PAIRS, `must be one of ${FONT_PAIRS.join(", ")}`),
    default: FONT_PAIR,
  }),
  SHOP_ANNOUNCEMENT: define({
    scope: "shop",
    meaning: "The announcement above the header; empty for none.",
    schema: z.string().trim().max(300, "must have at most 300 characters"),
    default: "Free shipping all over India · Made in small batches in Uttar Pradesh",
    beforeLive: "it says where the demo’s products are made",
  }),
  SHOP_ANNOUNCEMENT_LINK: define({
    scope: "shop",
    meaning: "Where the announcement leads: a path of the shop, or a URL that begins with https://; empty for nowhere.",
    schema: z
      .string()
      .trim()
      .max(500, "must have at most 500 characters")
      .regex(/^(?:|\/(?!\/)\S*|https:\/\/\S+)$/, {
        error: "must be a path of the shop such as /bestsellers, or a URL that begins with https://",
      }),
    default: "",
  }),
  SHOP_ANNOUNCEMENT_STARTS: define({
    scope: "shop",
    meaning: "When the announcement begins, in Indian time, such as 2026-12-01T09:00; empty for at once.",
    schema: indianTime,
    default: "",
  }),
  SHOP_ANNOUNCEMENT_ENDS: define({
    scope: "shop",
    meaning: "When the announcement ends, in Indian time, such as 2026-12-08T00:00; empty for never.",
    schema: indianTime,
    default: "",
  }),
  NEWSLETTER_TITLE: define({
    scope: "shop",
    meaning: "Title of the newsletter, above its sign-up in the footer.",
    schema: line.max(60, "must have at most 60 characters"),
    default: "Letters from the distillery",
    beforeLive: "it names the demo’s distillery",
  }),
  NEWSLETTER_TEXT: define({
    scope: "shop",
    meaning: "What the newsletter brings, and how often, in a sentence. Subscribers consent to it.",
    schema: line.max(200, "must have at most 200 characters"),
    default: "New scents and old recipes, about once a month.",
    beforeLive: "it is what the demo sends",
  }),
  FOOTER_PRODUCTS: define({
    scope: "shop",
    meaning: "Slugs of the products that the footer links to, separated by |.",
    schema: lines,
    default: "kewra-bloom|rose-of-kannauj|saffron-oud|gulab-attar|kumkumadi-face-oil|discovery-set",
    beforeLive: "they are the demo’s products",
  }),
  REFUND_POLICY_PATH: define({
    scope: "shop",
    meaning: "Path of the refund policy. The specification spells it /refund-plocy; the other spelling redirects here.",
    schema: z.enum(["/refund-plocy", "/refund-policy"], "must be /refund-plocy or /refund-policy"),
    default: "/refund-plocy",
    beforeLive: "/refund-plocy is misspelt; /refund-policy reads better",
  }),
  OLD_SHOP: define({
    scope: "shop",
    meaning:
      "The system of the former shop, whose addresses lead to the same products, categories and pages here: shopify, woocommerce, both, or none.",
    schema: z.enum(["none", "shopify", "woocommerce", "both"], "must be none, shopify, woocommerce or both"),
    default: "none",
  }),
  DEFAULT_RATING: define({
    scope: "shop",
    meaning: "Stars shown for a product without ratings, 0 to 5; 0 shows none.",
    schema: wholeNumber(0, 5),
    default: "4",
    beforeLive: "stars that nobody gave mislead shoppers; 0 shows none",
  }),
  CURRENCY_SYMBOL: define({ scope: "shop", meaning: "Currency symbol.", schema: line, default: "₹" }),
  CART_CURRENCY_SYMBOL: define({
    scope: "shop",
    meaning: "Currency symbol on the cart page; amounts are in rupees regardless.",
    schema: line,
    default: "$",
    beforeLive: "a dollar stands where rupees are meant",
  }),
  CART_ZERO_MRP: define({
    scope: "shop",
    meaning: "Whether the cart shows a struck-through 0 beside the price of a product without a discount.",
    schema: flag,
    default: "true",
    beforeLive: "a struck-through 0 declares an MRP that no pack has; false shows the price alone",
  }),
  PRODUCT_BADGES: define({
    scope: "shop",
    meaning: `Claims on every product page, separated by |; empty for none. A claim may name its icon, as “Vegan (leaf)”: ${BADGE_ICONS.join(", ")}.`,
    schema: badges,
    default: "Long Lasting|IFRA - Certified|Imported Oils|Made In India",
    beforeLive: "these four are examples; keep only those that are true of every product",
  }),
  WHY_CHOOSE_US: define({
    scope: "shop",
    meaning: `The claims under “Why choose us” on the home page, as “Title: Text (icon)”, separated by |; empty for none. Icons: ${REASON_ICONS.join(", ")}.`,
    schema: reasons,
    default: [
      "Cruelty free: Nothing we make, and nothing in it, is tested on animals. (cruelty-free)",
      "Fragrance forward: The scent comes first: high oil content, and notes that stay. (fragrance-forward)",
      "Affordable luxury: Fine materials, no middlemen, everyday prices. (affordable-luxury)",
      "Gender neutral: Flowers, woods and spices belong to anyone who wears them. (gender-neutral)",
    ].join("|"),
    beforeLive: "these four are examples; keep only those that are true of everything that you sell",
  }),
  SESSION_SECRET: define({
    scope: "shop",
    meaning:
      "Key by which browsers encrypt the stored session. Every page contains it, so it hides and does not protect; a new key logs everybody out.",
    secret: true,
    schema: line,
    default: "kewra keeps your place",
    beforeLive: "it is the demo’s",
    defaultUnfit: true,
  }),
  TOAST_AUTO_CLOSE_MS: define({
    scope: "shop",
    meaning: "How long a toast stays, in milliseconds.",
    schema: wholeNumber(1000, 100_000_000),
    default: "5000000",
    beforeLive: "messages stay for over an hour; 5000 is usual",
  }),
} as const;
