import { and, eq } from "drizzle-orm";
import type { OwnReview } from "../../../contract/reviews/schemas.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, review } from "../../platform/database/schema.ts";
import { ownReviewColumns, ownReviewOf } from "./review-row.ts";

/** Reads a customer's review of a product in any state; null if there is none. */
export async function readOwnReview(
  db: DatabaseOrTransaction,
  { customerId, productId }: { customerId: number; productId: number },
): Promise<OwnReview | null> {
  const [row] = await db
    .select(ownReviewColumns)
    .from(review)
    .innerJoin(customer, eq(customer.id, review.customerId))
    .where(and(eq(review.customerId, customerId), eq(review.productId, productId)));
  return row ? ownReviewOf(row) : null;
}
