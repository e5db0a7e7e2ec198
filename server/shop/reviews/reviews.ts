import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Review, ReviewOrder } from "../../../contract/reviews/schemas.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { DatabaseOrTransaction, ReadDatabase } from "../../platform/database/database.ts";
import { customer, product, review } from "../../platform/database/schema.ts";
import { isPublished } from "../../selling/variants/published.ts";
import { reviewColumns, reviewOf } from "./review-row.ts";

const BY_STARS: Record<ReviewOrder, SQL[]> = {
  newest: [],
  highest: [desc(review.rating)],
  lowest: [asc(review.rating)],
};

/**
 * Reads a page of a product's published reviews with their number, which is stored with the product; null if there is no such published
 * product.
 */
export async function listReviews(
  db: ReadDatabase,
  { productId, page, perPage, sort }: { productId: number; page: number; perPage: number; sort: ReviewOrder },
): Promise<{ data: Review[]; total: number } | null> {
  const [rows, [counted]] = await Promise.all([
    db
      .select(reviewColumns)
      .from(review)
      .innerJoin(customer, eq(customer.id, review.customerId))
      // Not a parameter, so that a prepared statement can use the partial index of published reviews.
      .where(and(eq(review.productId, productId), sql`${review.state} = 'published'`))
      .orderBy(...BY_STARS[sort], desc(review.createdAt), desc(review.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    db
      .select({ total: sql<number>`${product.reviewCount}` })
      .from(product)
      .where(and(eq(product.id, productId), isPublished)),
  ]);
  if (!counted) return null;
  return { total: counted.total, data: rows.map(reviewOf) };
}

/** Publishes a change of a customer's name or picture beside reviews; does nothing if the customer has none. */
export async function publishAuthor(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const [reviewed] = await trx.select({ id: review.id }).from(review).where(eq(review.customerId, customerId)).limit(1);
  if (reviewed) publishChange(trx, "reviews");
}

/** Publishes that reviews of these products, and so their ratings, have changed. */
export function publishReviews(trx: DatabaseOrTransaction, productIds: readonly number[]): void {
  publishChange(trx, ...productIds.map((id) => `product:${id}` as const));
}
