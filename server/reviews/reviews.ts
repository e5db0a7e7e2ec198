import { and, desc, eq, sql } from "drizzle-orm";
import type { Review } from "../../contract/reviews/schemas.ts";
import type { BaseTopic, Database, DatabaseOrTransaction } from "../database/database.ts";
import { customer, product, review } from "../database/schema.ts";
import { reviewColumns, reviewOf } from "./review-row.ts";

/**
 * A page of a product's published reviews, newest first, and how many there are; null when there is no such product. The number is read
 * from the product, where the database keeps it.
 */
export async function listReviews(
  db: Database,
  { productId, page, perPage }: { productId: number; page: number; perPage: number },
): Promise<{ data: Review[]; total: number } | null> {
  const [rows, [counted]] = await Promise.all([
    db
      .select(reviewColumns)
      .from(review)
      .innerJoin(customer, eq(customer.id, review.customerId))
      // Written out, so that the index of published reviews fits a prepared statement, too.
      .where(and(eq(review.productId, productId), sql`${review.state} = 'published'`))
      .orderBy(desc(review.createdAt), desc(review.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    db
      .select({ total: sql<number>`${product.reviewCount}` })
      .from(product)
      .where(eq(product.id, productId)),
  ]);
  if (!counted) return null;
  return { total: counted.total, data: rows.map(reviewOf) };
}

/** Announces that a customer looks different beside their reviews; one who has written none is no news. */
export async function publishAuthor(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const subject: BaseTopic = "reviews";
  const reviews = trx.select({ id: review.id }).from(review).where(eq(review.customerId, customerId));
  await trx.execute(sql`select pg_notify('shop_changed', ${subject}) where exists (${reviews})`);
}
