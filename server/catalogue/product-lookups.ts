import { asc, inArray } from "drizzle-orm";
import type { ReadDatabase } from "../database/database.ts";
import { product } from "../database/schema.ts";

export const countProducts = (db: ReadDatabase): Promise<number> => db.$count(product);

/** Lists the slugs of the oldest products. */
export async function listFirstSlugs(db: ReadDatabase, limit: number): Promise<string[]> {
  const found = await db.select({ slug: product.slug }).from(product).orderBy(asc(product.id)).limit(limit);
  return found.map(({ slug }) => slug);
}

/** Returns the slugs that have no product. */
export async function findUnknownSlugs(db: ReadDatabase, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const found = await db
    .select({ slug: product.slug })
    .from(product)
    .where(inArray(product.slug, [...slugs]));
  return slugs.filter((slug) => !found.some((row) => row.slug === slug));
}
