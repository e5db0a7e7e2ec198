/** The files of the menus; docs/content.md describes them for owners. Pure. */

import { z } from "zod";
import { ALL_CATEGORIES, FAVOURITES } from "../../../contract/content/menu-targets.ts";
import type { FooterColumn, MenuLink } from "../../../contract/content/menus.ts";
import { type ListFormat, line } from "./json-lists.ts";

const MAX_LINKS = 20;
const MAX_COLUMNS = 3;
const ADDRESS = /^(\/(?!\/)\S*|https:\/\/\S+)$/;

const linkTo = (keyword: string, stands: string) =>
  z.strictObject({
    label: line(40),
    link: line(500).refine((value) => value === keyword || ADDRESS.test(value), {
      error: `must be a path of the shop such as /category/perfumes, a web address that begins with https://, or ${keyword} for ${stands}`,
    }),
  });

const column = z.strictObject({
  title: line(40),
  links: z
    .array(linkTo(FAVOURITES, "the products of the setting FOOTER_PRODUCTS"), "must be a list in square brackets")
    .min(1, "needs a link; remove the column to show none")
    .max(MAX_LINKS, `has at most ${MAX_LINKS} links`),
});

/** As the specification states them; a menu that the owner has not changed. */
const DEFAULT_HEADER: readonly MenuLink[] = [
  { label: "Shop All", link: "/products" },
  { label: "Bestsellers", link: "/bestsellers" },
  { label: "New Arrivals", link: "/products" },
  { label: "Crazy Deals", link: "/crazy-deals" },
  { label: "All categories", link: ALL_CATEGORIES },
];
const DEFAULT_FOOTER: readonly FooterColumn[] = [
  { title: "Favourites", links: [{ label: "Products of the footer", link: FAVOURITES }] },
  {
    title: "Help and policies",
    links: [
      { label: "Terms And Conditions", link: "/terms-conditions" },
      { label: "Privacy Policy", link: "/privacy-policy" },
      { label: "Refund And Return Policy", link: "/refund-policy" },
      { label: "About Us", link: "/about-us" },
      { label: "Contact", link: "/contact" },
      { label: "Order Tracking", link: "/tracking" },
      { label: "All Products", link: "/products" },
      { label: "FAQ", link: "/faq" },
    ],
  },
];

/** The lists that are stored as they are in their file, with their entries until the owner changes them. */
export const PLAIN_LISTS = {
  "header-menu.json": {
    format: { entry: linkTo(ALL_CATEGORIES, "every category"), noun: "link", maxEntries: MAX_LINKS },
    defaults: DEFAULT_HEADER,
  },
  "footer-menu.json": {
    format: { entry: column, noun: "column", maxEntries: MAX_COLUMNS },
    defaults: DEFAULT_FOOTER,
  },
} as const satisfies Record<string, { format: ListFormat<object>; defaults: readonly object[] }>;
export type PlainListFile = keyof typeof PLAIN_LISTS;
export const isPlainList = (file: string): file is PlainListFile => file in PLAIN_LISTS;

/** Where the links of a menu's entries lead, each with its path in the list. */
export const linksOf = (entries: readonly object[]): { path: (string | number)[]; link: string }[] =>
  entries.flatMap((entry, at) => {
    const { link, links = [] } = entry as Partial<MenuLink & FooterColumn>;
    return link !== undefined
      ? [{ path: [at, "link"], link }]
      : links.map((one, index) => ({ path: [at, "links", index, "link"], link: one.link }));
  });
