import { eq } from "drizzle-orm";
import { SHOP_PAGES } from "../../../contract/content/menu-targets.ts";
import type { FooterColumn, MenuLink } from "../../../contract/content/menus.ts";
import type { Shop } from "../../../contract/shop.ts";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { contentList } from "../../platform/database/schema.ts";
import { findUnknownCategories } from "../catalogue/categories.ts";
import { findUnknownProducts } from "../catalogue/import/product-lookups.ts";
import { type ContentProblem, problemAt } from "./content-problem.ts";
import { linksOf, PLAIN_LISTS, type PlainListFile } from "./menu-files.ts";

/** A list as the owner has stored it, or its default. */
export async function readPlainList(db: Pick<ReadDatabase, "select">, file: PlainListFile): Promise<readonly object[]> {
  const [row] = await db.select({ entries: contentList.entries }).from(contentList).where(eq(contentList.file, file));
  return row?.entries ?? PLAIN_LISTS[file].defaults;
}

/** The menus as shoppers see them: without links whose target has left the shop. */
export async function readMenus(db: ReadDatabase): Promise<Pick<Shop, "headerMenu" | "footerMenu">> {
  const rows = await db.select({ file: contentList.file, entries: contentList.entries }).from(contentList);
  const entriesOf = (file: PlainListFile) =>
    rows.find((row) => row.file === file)?.entries ?? PLAIN_LISTS[file].defaults;
  const header = entriesOf("header-menu.json") as readonly MenuLink[];
  const footer = entriesOf("footer-menu.json") as readonly FooterColumn[];
  const missing = await findMissingTargets(
    db,
    [...header, ...footer.flatMap(({ links }) => links)].map(({ link }) => link),
  );
  const isFound = ({ link }: MenuLink) => !missing.has(link);
  return {
    headerMenu: header.filter(isFound),
    footerMenu: footer.flatMap(({ title, links }) => {
      const found = links.filter(isFound);
      return found.length > 0 ? [{ title, links: found }] : [];
    }),
  };
}

/** Finds the broken links of a list, except those that `before` already has: their targets may have left the shop later. */
export async function findBrokenLinks(
  db: ReadDatabase,
  file: PlainListFile,
  entries: readonly object[],
  before: readonly object[] = [],
): Promise<ContentProblem[]> {
  const known = new Set(linksOf(before).map(({ link }) => link));
  const links = linksOf(entries).filter(({ link }) => !known.has(link));
  const missing = await findMissingTargets(
    db,
    links.map(({ link }) => link),
  );
  const { noun } = PLAIN_LISTS[file].format;
  return links
    .filter(({ link }) => missing.has(link))
    .map(({ path, link }) =>
      problemAt({ file, noun }, path, `there is nothing at ${link}; choose another page, or remove the link`),
    );
}

/** Finds the links that lead to no page of the shop. Former slugs redirect, so their links are not missing. */
async function findMissingTargets(db: ReadDatabase, links: readonly string[]): Promise<Set<string>> {
  const slugs = { category: new Map<string, string>(), product: new Map<string, string>() };
  const missing = new Set<string>();
  for (const link of links) {
    if (!link.startsWith("/")) continue;
    const path = link.replace(/[?#].*$/, "");
    const [, kind, slug] = /^\/(category|product)\/([^/]+)$/.exec(path) ?? [];
    if (kind && slug) slugs[kind as keyof typeof slugs].set(link, slug);
    else if (!isPage(path)) missing.add(link);
  }
  const [categories, products] = await Promise.all([
    findUnknownCategories(db, [...slugs.category.values()]),
    findUnknownProducts(db, [...slugs.product.values()]),
  ]);
  for (const [link, slug] of slugs.category) if (categories.includes(slug)) missing.add(link);
  for (const [link, slug] of slugs.product) if (products.includes(slug)) missing.add(link);
  return missing;
}

// The specification also gives the refund policy the path /refund-plocy.
/** Whether a path is that of a page, besides categories and products. */
export const isPage = (path: string): boolean =>
  path === "/refund-plocy" || SHOP_PAGES.some(({ link }) => link === (path.replace(/\/$/, "") || "/"));
