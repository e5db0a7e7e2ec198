import { and, eq } from "drizzle-orm";
import { spendAllowance } from "../accounts/limits.ts";
import { review, reviewUpload } from "../database/schema.ts";
import { Refusal } from "../failures.ts";
import { savesOf } from "./allowances.ts";
import { dropUploads, type UploadParts } from "./uploads.ts";

/**
 * Deletes a customer's own review, then its files.
 * @throws Refusal (404) when it is not there, or another's, (429) for too many
 */
export async function deleteReview(
  parts: UploadParts,
  { customerId, reviewId }: { customerId: number; reviewId: number },
  now: Date,
): Promise<void> {
  await spendAllowance(parts.db, savesOf(customerId), now);
  const uploads = await parts.db.transaction(async (trx) => {
    const kept = await trx
      .select({ path: reviewUpload.path })
      .from(reviewUpload)
      .where(eq(reviewUpload.reviewId, reviewId))
      .for("update");
    const [deleted] = await trx
      .delete(review)
      .where(and(eq(review.id, reviewId), eq(review.customerId, customerId)))
      .returning({ id: review.id });
    if (!deleted) throw new Refusal("notFound", "You have no such review.");
    return kept;
  });
  await dropUploads(
    parts,
    uploads.map(({ path }) => path),
  );
}
