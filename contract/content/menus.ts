/** The header's menu and the footer's columns of links, which the owner edits. */

import * as z from "zod/mini";

export const menuLink = z.object({
  label: z.string(),
  /** A path of the shop, a URL, or one of `ALL_CATEGORIES` and `FAVOURITES`. */
  link: z.string(),
});
export type MenuLink = z.infer<typeof menuLink>;

export const footerColumn = z.object({ title: z.string(), links: z.array(menuLink) });
export type FooterColumn = z.infer<typeof footerColumn>;
