/** The URLs of the catalogue for the sitemap. */

import { and, asc, gt, lte, sql } from "drizzle-orm";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { category, product } from "../../../platform/database/schema.ts";
import { isPublished } from "../../../selling/variants/published.ts";

export interface ProductUrl {
  slug: string;
  updatedAt: Date;
}

/** Rows per query. */
const BATCH = 2000;

export async function listCategorySlugs(db: ReadDatabase): Promise<string[]> {
  const rows = await db.select({ slug: category.slug }).from(category).orderBy(asc(category.id));
  return rows.map(({ slug }) => slug);
}

/**
 * Lists the chunks of `size` product ids: chunk 1 has the ids 1 to `size`, and so on. A product never moves to another chunk, and a
 * chunk is found without counting the products before it. Empty chunks are omitted.
 */
export async function listProductChunks(db: ReadDatabase, size: number): Promise<{ chunk: number; updatedAt: Date }[]> {
  const chunk = sql<number>`(${product.id} - 1) / ${sql.raw(String(size))} + 1`;
  return db
    .select({ chunk: chunk.mapWith(Number), updatedAt: sql`max(${product.updatedAt})`.mapWith(product.updatedAt) })
    .from(product)
    .where(isPublished)
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

/** Reads the products of one chunk by id, in batches. */
export async function* readProductChunk(db: ReadDatabase, chunk: number, size: number): AsyncGenerator<ProductUrl[]> {
  const end = chunk * size;
  let last = end - size;
  while (last < end) {
    const rows = await db
      .select({ id: product.id, slug: product.slug, updatedAt: product.updatedAt })
      .from(product)
      .where(and(gt(product.id, last), lte(product.id, end), isPublished))
      .orderBy(asc(product.id))
      .limit(BATCH);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id ?? end;
  }
}
