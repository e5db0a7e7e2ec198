import type { Banner } from "./schemas.ts";

/**
 * Banners that are not in the shop yet, which the back office leaves in the browser's storage for a preview of the home page: only pages of
 * this shop can write there.
 */
export const BANNER_PREVIEW = { key: "banner-preview", hash: "#home" } as const;

export type BannersByDevice = Record<"phone" | "desktop", Banner[]>;
