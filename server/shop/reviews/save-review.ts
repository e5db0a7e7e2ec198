import { and, eq, inArray } from "drizzle-orm";
import { MAX_REVIEW_IMAGES, MAX_REVIEW_VIDEOS } from "../../../contract/limits.ts";
import type { OwnReview, ReviewBody } from "../../../contract/reviews/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { hasBought } from "../../orders/orders/has-bought.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import { product, review, reviewUpload } from "../../platform/database/schema.ts";
import { attachUploads, deleteUploads } from "../../platform/media/uploads.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { isPublished } from "../../selling/variants/published.ts";
import { readOwnReview } from "./own-review.ts";
import { publicationOf } from "./publication.ts";
import { reviewSavesOf } from "./rate-limits.ts";
import { publishReviews } from "./reviews.ts";

type StoredReview = typeof review.$inferSelect;

/**
 * Creates or changes a customer's review of a product; a changed review keeps its date and its place in the list. Files that it no longer
 * uses are deleted once it is stored.
 * @throws ApiError (404) if there is no such product, (422) for invalid files, (429) for too many
 */
export async function saveReview(db: Database, customerId: number, body: ReviewBody, now: Date): Promise<OwnReview> {
  const productId = Number(body.product_id);
  await consume(db, reviewSavesOf(customerId), now);
  const { saved, removedFiles } = await db.transaction(async (trx) => {
    await lockCustomer(trx, customerId);
    await requireProduct(trx, productId);
    const before = await findBefore(trx, { customerId, productId });
    const words = { title: body.review_title, text: body.review_text || null };
    const values = {
      ...words,
      ...publicationOf(words, before),
      ...(await readFiles(trx, { customerId, before, paths: [...new Set(body.files)] })),
      rating: body.rating,
      verifiedBuyer: await hasBought(trx, { customerId, productId }),
      changedAt: now,
    };
    const [{ id: reviewId } = { id: 0 }] = before
      ? await trx.update(review).set(values).where(eq(review.id, before.id)).returning({ id: review.id })
      : await trx
          .insert(review)
          .values({ ...values, customerId, productId, createdAt: now })
          .returning({ id: review.id });
    publishReviews(trx, [productId]);
    const removedFiles = await attachUploads(trx, { reviewId, customerId, paths: body.files });
    return { saved: await readOwnReview(trx, { customerId, productId }), removedFiles };
  });
  await deleteUploads(db, removedFiles);
  if (!saved) throw new ApiError("internal_error");
  return saved;
}

async function requireProduct(trx: DatabaseOrTransaction, productId: number): Promise<void> {
  const [found] = await trx
    .select({ id: product.id })
    .from(product)
    .where(and(eq(product.id, productId), isPublished));
  if (!found) throw ApiError.ofField("product_id", "We couldn’t find this product.", "not_found");
}

async function findBefore(
  trx: DatabaseOrTransaction,
  { customerId, productId }: { customerId: number; productId: number },
): Promise<StoredReview | null> {
  const [found] = await trx
    .select()
    .from(review)
    .where(and(eq(review.customerId, customerId), eq(review.productId, productId)));
  return found ?? null;
}

/** Reads the named pictures and videos, in the given order: new uploads of the customer, and files of the review. */
async function readFiles(
  trx: DatabaseOrTransaction,
  { customerId, before, paths }: { customerId: number; before: StoredReview | null; paths: string[] },
): Promise<Pick<StoredReview, "images" | "videos">> {
  const uploads =
    paths.length === 0
      ? []
      : await trx
          .select({ path: reviewUpload.path, picture: reviewUpload.picture, reviewId: reviewUpload.reviewId })
          .from(reviewUpload)
          .where(and(inArray(reviewUpload.path, paths), eq(reviewUpload.customerId, customerId)))
          // Locked, so that deleteUnusedUploads does not delete them meanwhile.
          .for("update");
  const free = new Map(
    uploads
      .filter(({ reviewId }) => reviewId === null || reviewId === before?.id)
      .map(({ path, picture }) => [path, picture]),
  );
  const images = paths.flatMap((path) => free.get(path) ?? before?.images.find((image) => image.path === path) ?? []);
  const videos = paths.filter((path) => free.get(path) === null || before?.videos.includes(path));
  if (images.length + videos.length < paths.length)
    throw ApiError.ofField("files", "One of your files has expired. Please add it again.", "upload_gone");
  if (images.length > MAX_REVIEW_IMAGES)
    throw ApiError.ofField("files", `You can add up to ${MAX_REVIEW_IMAGES} photos.`);
  if (videos.length > MAX_REVIEW_VIDEOS)
    throw ApiError.ofField("files", `You can add up to ${MAX_REVIEW_VIDEOS} videos.`);
  return { images, videos };
}
