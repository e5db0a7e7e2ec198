/** Where the addresses of shops made with Shopify and WooCommerce lead here. */

import type { ShopSettings } from "../../platform/config/config.ts";

export type OldShop = ShopSettings["OLD_SHOP"];

interface Rules {
  /** What is cut off before the others apply. */
  ignored: RegExp;
  paths: Readonly<Record<string, string>>;
  patterns: readonly (readonly [RegExp, string])[];
}

const SLUG = "([a-z0-9-]+)";
const RULES: Record<"shopify" | "woocommerce", Rules> = {
  shopify: {
    // The market: /en-in/products/rose.
    ignored: /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/|$)/,
    paths: {
      ...{ "/pages/contact": "/contact", "/pages/contact-us": "/contact", "/policies/contact-information": "/contact" },
      ...{ "/pages/about": "/about-us", "/pages/about-us": "/about-us", "/pages/our-story": "/about-us" },
      ...{ "/pages/faq": "/faq", "/pages/faqs": "/faq" },
      ...{ "/policies/privacy-policy": "/privacy-policy", "/pages/privacy-policy": "/privacy-policy" },
      ...{ "/policies/refund-policy": "/refund-policy", "/pages/refund-policy": "/refund-policy" },
      ...{ "/policies/terms-of-service": "/terms-conditions", "/pages/terms-conditions": "/terms-conditions" },
      ...{ "/collections": "/products", "/collections/all": "/products", "/search": "/products" },
      ...{ "/account": "/profile", "/account/login": "/login", "/account/register": "/signup" },
    },
    patterns: [
      [new RegExp(`^/(?:collections/[^/]+/)?products/${SLUG}$`), "/product/"],
      // What follows is a tag.
      [new RegExp(`^/collections/${SLUG}(?:/[^/]+)?$`), "/category/"],
    ],
  },
  woocommerce: {
    // Pages of a list.
    ignored: /\/page\/\d+$/,
    paths: {
      ...{ "/shop": "/products", "/my-account": "/profile", "/contact-us": "/contact" },
      ...{ "/about": "/about-us", "/faqs": "/faq", "/refund_returns": "/refund-policy" },
      "/terms-and-conditions": "/terms-conditions",
    },
    patterns: [
      [new RegExp(`^/product-category/(?:[^/]+/)*${SLUG}$`), "/category/"],
      // Shops may put the category before the product.
      [new RegExp(`^/(?:product|shop)/(?:[^/]+/)*${SLUG}$`), "/product/"],
    ],
  },
};

/**
 * Returns the path that a former shop's address means here, whether or not there is such a page; null if it means none.
 * @param path as `normalPath` returns it
 */
export function oldShopTarget(path: string, shop: OldShop): string | null {
  const names = shop === "both" ? (["shopify", "woocommerce"] as const) : shop === "none" ? [] : [shop];
  for (const name of names) {
    const { ignored, paths, patterns } = RULES[name];
    const rest = path.replace(ignored, "") || "/";
    const known = Object.hasOwn(paths, rest) ? paths[rest] : undefined;
    if (known !== undefined) return known;
    for (const [pattern, place] of patterns) {
      const slug = pattern.exec(rest)?.[1];
      if (slug !== undefined) return place + slug;
    }
    if (rest !== path) return encodeURI(rest);
  }
  return null;
}
