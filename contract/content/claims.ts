/** What the shop claims about everything that it sells: the owner's settings WHY_CHOOSE_US and PRODUCT_BADGES. */

import * as z from "zod/mini";

/** The drawings of the home page's reasons. */
export const REASON_ICONS = ["cruelty-free", "fragrance-forward", "affordable-luxury", "gender-neutral"] as const;
export type ReasonIcon = (typeof REASON_ICONS)[number];

/** Why to choose the shop, on the home page. */
export const reason = z.object({ title: z.string(), text: z.string(), icon: z.enum(REASON_ICONS) });
export type Reason = z.infer<typeof reason>;

export const BADGE_ICONS = ["check", "clock", "seal", "drop", "leaf", "heart", "truck", "box"] as const;
export type BadgeIcon = (typeof BADGE_ICONS)[number];

/** A claim on every product page. */
export const badge = z.object({ name: z.string(), icon: z.enum(BADGE_ICONS) });
export type Badge = z.infer<typeof badge>;
