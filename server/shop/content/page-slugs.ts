/** The slugs of the storefront's pages of text. */
export const PAGE_SLUGS = ["about-us", "contact", "privacy-policy", "refund-policy", "terms-conditions"] as const;
export type PageSlug = (typeof PAGE_SLUGS)[number];
