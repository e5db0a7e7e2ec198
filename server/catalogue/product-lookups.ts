import { and, asc, inArray } from "drizzle-orm";
import type { ReadDatabase } from "../database/database.ts";
import { product } from "../database/schema.ts";
import { isPublished } from "../variants/published.ts";

export const countProducts = (db: ReadDatabase): Promise<number> => db.$count(product);

/** How many products shoppers can buy: published, with units of some size. */
export const countProductsInStock = (db: ReadDatabase): Promise<number> =>
  db.$count(product, and(isPublished, product.inStock));

/** Lists the slugs of the oldest published products. */
export async function listFirstSlugs(db: ReadDatabase, limit: number): Promise<string[]> {
  const found = await db
    .select({ slug: product.slug })
    .from(product)
    .where(isPublished)
    .orderBy(asc(product.id))
    .limit(limit);
  return found.map(({ slug }) => slug);
}

/** Returns the slugs that have no published product. */
export async function findUnknownSlugs(db: ReadDatabase, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const found = await db
    .select({ slug: product.slug })
    .from(product)
    .where(and(inArray(product.slug, [...slugs]), isPublished));
  return slugs.filter((slug) => !found.some((row) => row.slug === slug));
}
