import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { category, categorySlug, product, productSlug } from "../../platform/database/schema.ts";
import { isPublished } from "../../selling/variants/published.ts";
import { isPage } from "../content/menus.ts";
import { normalPath, pathOfTarget } from "./paths.ts";

/** Pages of the shop that its menus do not link to. */
const OTHER_PAGES = ["/privacy-request", "/opening-soon"];

/**
 * Finds those of some paths that lead to a page, each with the page's own path: a former slug is that of the product or category today. What
 * follows a path, such as its query, stays.
 */
export async function findPages(
  db: Pick<ReadDatabase, "execute">,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const slugs = { product: new Map<string, string[]>(), category: new Map<string, string[]>() };
  for (const path of paths) {
    const plain = normalPath(pathOfTarget(path));
    if (plain === null) continue;
    const [, kind, slug] = /^\/(product|category)\/([^/]+)$/.exec(plain) ?? [];
    if (kind && slug) {
      const bySlug = slugs[kind as keyof typeof slugs];
      bySlug.set(slug, [...(bySlug.get(slug) ?? []), path]);
    } else if (isPage(plain) || OTHER_PAGES.includes(plain)) found.set(path, path);
  }
  const [products, categories] = await Promise.all([
    currentProducts(db, [...slugs.product.keys()]),
    currentCategories(db, [...slugs.category.keys()]),
  ]);
  const add = (kind: keyof typeof slugs, current: ReadonlyMap<string, string>) => {
    for (const [slug, given] of slugs[kind])
      for (const path of given)
        if (current.has(slug)) found.set(path, `/${kind}/${current.get(slug)}${path.slice(pathOfTarget(path).length)}`);
  };
  add("product", products);
  add("category", categories);
  return found;
}

type Slugs = Promise<Map<string, string>>;

/** The slugs of today by the slugs that published products have or had. */
const currentProducts = (db: Pick<ReadDatabase, "execute">, slugs: string[]): Slugs =>
  currentSlugs(
    db,
    slugs,
    sql`select ${product.slug} as slug, ${product.slug} as current, true as is_current
      from ${product} where ${isAny(product.slug, slugs)} and ${isPublished}
      union all select ${productSlug.slug}, ${product.slug}, false
      from ${productSlug} join ${product} on ${product.id} = ${productSlug.productId}
      where ${isAny(productSlug.slug, slugs)} and ${isPublished}`,
  );

const currentCategories = (db: Pick<ReadDatabase, "execute">, slugs: string[]): Slugs =>
  currentSlugs(
    db,
    slugs,
    sql`select ${category.slug} as slug, ${category.slug} as current, true as is_current
      from ${category} where ${isAny(category.slug, slugs)}
      union all select ${categorySlug.slug}, ${category.slug}, false
      from ${categorySlug} join ${category} on ${category.id} = ${categorySlug.categoryId}
      where ${isAny(categorySlug.slug, slugs)}`,
  );

async function currentSlugs(db: Pick<ReadDatabase, "execute">, slugs: string[], statement: SQL): Slugs {
  if (slugs.length === 0) return new Map();
  const rows = await rowsOf(db, { slug: "string", current: "string", is_current: "boolean" }, statement);
  const found = new Map<string, string>();
  for (const { slug, current, is_current: isCurrent } of rows)
    if (isCurrent || !found.has(slug)) found.set(slug, current);
  return found;
}

/** As `inArray`, with one parameter, since files have more paths than a statement may have parameters. */
export const isAny = (column: AnyPgColumn, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(texts)}::text[])`;
