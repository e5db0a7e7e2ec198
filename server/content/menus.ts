import { eq } from "drizzle-orm";
import { SHOP_PAGES } from "../../contract/content/menu-targets.ts";
import type { FooterColumn, MenuLink } from "../../contract/content/menus.ts";
import type { Shop } from "../../contract/shop.ts";
import { findUnknownCategories } from "../catalogue/categories.ts";
import { findUnknownProducts } from "../catalogue/product-lookups.ts";
import type { ReadDatabase } from "../database/database.ts";
import { contentList } from "../database/schema.ts";
import { type ContentProblem, problemAt } from "./content-problem.ts";
import { linksOf, PLAIN_LISTS, type PlainListFile } from "./menu-files.ts";

/** A list as the owner has stored it, or as it is without a change. */
export async function readPlainList(db: Pick<ReadDatabase, "select">, file: PlainListFile): Promise<readonly object[]> {
  const [row] = await db.select({ entries: contentList.entries }).from(contentList).where(eq(contentList.file, file));
  return row?.entries ?? PLAIN_LISTS[file].otherwise;
}

/** The menus as shoppers see them: without links to what is no longer in the shop. */
export async function readMenus(db: ReadDatabase): Promise<Pick<Shop, "headerMenu" | "footerMenu">> {
  const rows = await db.select({ file: contentList.file, entries: contentList.entries }).from(contentList);
  const entriesOf = (file: PlainListFile) =>
    rows.find((row) => row.file === file)?.entries ?? PLAIN_LISTS[file].otherwise;
  const header = entriesOf("header-menu.json") as readonly MenuLink[];
  const footer = entriesOf("footer-menu.json") as readonly FooterColumn[];
  const dead = await findMissingTargets(
    db,
    [...header, ...footer.flatMap(({ links }) => links)].map(({ link }) => link),
  );
  const isAlive = ({ link }: MenuLink) => !dead.has(link);
  return {
    headerMenu: header.filter(isAlive),
    footerMenu: footer.flatMap(({ title, links }) => {
      const alive = links.filter(isAlive);
      return alive.length > 0 ? [{ title, links: alive }] : [];
    }),
  };
}

/** What is wrong about where a list's links lead; links of `before` that were right when they were stored are left to the owner. */
export async function findBrokenLinks(
  db: ReadDatabase,
  file: PlainListFile,
  entries: readonly object[],
  before: readonly object[] = [],
): Promise<ContentProblem[]> {
  const known = new Set(linksOf(before).map(({ link }) => link));
  const links = linksOf(entries).filter(({ link }) => !known.has(link));
  const dead = await findMissingTargets(
    db,
    links.map(({ link }) => link),
  );
  const { noun } = PLAIN_LISTS[file].format;
  return links
    .filter(({ link }) => dead.has(link))
    .map(({ path, link }) =>
      problemAt({ file, noun }, path, `there is nothing at ${link}; choose another page, or remove the link`),
    );
}

/** Which of these links lead to no page of the shop. Former slugs redirect, so they do not count. */
async function findMissingTargets(db: ReadDatabase, links: readonly string[]): Promise<Set<string>> {
  const slugs = { category: new Map<string, string>(), product: new Map<string, string>() };
  const dead = new Set<string>();
  for (const link of links) {
    if (!link.startsWith("/")) continue;
    const path = link.replace(/[?#].*$/, "");
    const [, kind, slug] = /^\/(category|product)\/([^/]+)$/.exec(path) ?? [];
    if (kind && slug) slugs[kind as keyof typeof slugs].set(link, slug);
    else if (!isPage(path)) dead.add(link);
  }
  const [categories, products] = await Promise.all([
    findUnknownCategories(db, [...slugs.category.values()]),
    findUnknownProducts(db, [...slugs.product.values()]),
  ]);
  for (const [link, slug] of slugs.category) if (categories.includes(slug)) dead.add(link);
  for (const [link, slug] of slugs.product) if (products.includes(slug)) dead.add(link);
  return dead;
}

const isPage = (path: string) =>
  path === "/refund-plocy" || SHOP_PAGES.some(({ link }) => link === (path.replace(/\/$/, "") || "/"));
