import { and, asc, gt, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { category, product } from "../database/schema.ts";

/** Where everything of the catalogue is found: what a sitemap lists. */

export interface ProductUrl {
  slug: string;
  updatedAt: Date;
}

/** Rows that one query brings while products are read one after the other. */
const BATCH = 2000;

/** Slugs of all categories and subcategories. */
export async function listCategorySlugs(db: Database): Promise<string[]> {
  const rows = await db.select({ slug: category.slug }).from(category).orderBy(asc(category.id));
  return rows.map(({ slug }) => slug);
}

/**
 * The products in shares of `size` ids: share 1 has the ids 1 to `size`, and so on. A product never moves to another share, and a
 * share is found without counting through those before it. Shares without a product are left out.
 */
export async function listProductShares(db: Database, size: number): Promise<{ share: number; updatedAt: Date }[]> {
  const share = sql<number>`(${product.id} - 1) / ${sql.raw(String(size))} + 1`;
  return db
    .select({ share: share.mapWith(Number), updatedAt: sql`max(${product.updatedAt})`.mapWith(product.updatedAt) })
    .from(product)
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

/** Reads one share of the products in the order of their ids, a batch at a time, however many there are. */
export async function* readProductShare(db: Database, share: number, size: number): AsyncGenerator<ProductUrl[]> {
  const end = share * size;
  let last = end - size;
  while (last < end) {
    const rows = await db
      .select({ id: product.id, slug: product.slug, updatedAt: product.updatedAt })
      .from(product)
      .where(and(gt(product.id, last), lte(product.id, end)))
      .orderBy(asc(product.id))
      .limit(BATCH);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id ?? end;
  }
}
