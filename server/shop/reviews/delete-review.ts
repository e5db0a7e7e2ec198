import { and, eq } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { review, reviewUpload } from "../../platform/database/schema.ts";
import { deleteUploads } from "../../platform/media/uploads.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { reviewSavesOf } from "./rate-limits.ts";
import { publishReviews } from "./reviews.ts";

/**
 * Deletes a customer's review, then its files.
 * @throws ApiError (404) if the customer has none, (429) for too many
 */
export async function deleteReview(
  db: Database,
  { customerId, reviewId }: { customerId: number; reviewId: number },
  now: Date,
): Promise<void> {
  await consume(db, reviewSavesOf(customerId), now);
  const uploads = await db.transaction(async (trx) => {
    const files = await trx
      .select({ path: reviewUpload.path })
      .from(reviewUpload)
      .where(eq(reviewUpload.reviewId, reviewId))
      .for("update");
    const [deleted] = await trx
      .delete(review)
      .where(and(eq(review.id, reviewId), eq(review.customerId, customerId)))
      .returning({ productId: review.productId });
    if (!deleted) throw new ApiError("not_found", "This review has already been deleted.");
    publishReviews(trx, [deleted.productId]);
    return files;
  });
  await deleteUploads(
    db,
    uploads.map(({ path }) => path),
  );
}
