/** Pictures and videos that customers upload for reviews, and photos for returns. */

import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { and, eq, inArray, isNotNull, isNull, lt, notInArray, type SQL } from "drizzle-orm";
import { MAX_UPLOADED_PICTURE_BYTES } from "../../../contract/limits.ts";
import type { Picture } from "../../../contract/pictures.ts";
import type { ReviewUpload } from "../../../contract/reviews/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { reviewUpload } from "../database/schema.ts";
import type { MediaLibrary } from "./media-library.ts";
import { queueRemoval } from "./removal.ts";
import { remakePicture } from "./uploaded-picture.ts";
import { eraseMetadata, kindOfVideo } from "./video-content.ts";

export interface UploadDeps {
  db: Database;
  media: MediaLibrary;
}

const FOLDER = "reviews";
/** The longest side of a stored picture, in pixels, sufficient for a large window. */
const SIDE = 1600;
/** How long an unused upload is retained. */
const UNUSED_RETENTION_MS = 24 * 60 * 60_000;
/** Rows deleted per transaction. */
const BATCH = 200;

const NOT_A_PHOTO = "We can’t use this file. Please choose a JPEG, PNG, WebP or AVIF photo.";
const NOT_A_FILE = "We can’t use this file. Please choose a JPEG, PNG, WebP or AVIF photo, or an MP4 or WebM video.";

/**
 * Stores an upload for a future review. A picture is encoded again from its pixels; a video is stored without its metadata, such as the
 * location.
 * @param file its path on this machine's disk
 * @throws ApiError (413, 422) for an unusable file, (503) when too many pictures wait
 */
export async function storeUpload(
  { db, media }: UploadDeps,
  customerId: number,
  file: string | undefined,
  now: Date,
): Promise<ReviewUpload> {
  if (!file) throw ApiError.ofField("file", "Please choose a photo or a video.");
  const name = randomName();
  const kind = await kindOfVideo(file);
  if (kind === "unplayable" || (kind && !(await eraseMetadata(file, kind))))
    throw ApiError.ofField("file", "This video seems to be incomplete. Please choose the full MP4 or WebM file.");
  const stored = kind
    ? { path: await media.putVideo(FOLDER, name, file, kind), picture: null }
    : await storePicture(media, name, file, NOT_A_FILE);
  await db.insert(reviewUpload).values({ ...stored, customerId, createdAt: now });
  return { path: stored.path, kind: stored.picture ? "image" : "video" };
}

/**
 * Stores a photo that `takePhotos` hands over, encoded again from its pixels.
 * @param file its path on this machine's disk
 * @throws ApiError (413, 422) for an unusable file, (503) when too many pictures wait
 */
export async function storePhoto(
  { db, media }: UploadDeps,
  customerId: number,
  file: string | undefined,
  now: Date,
): Promise<{ path: string }> {
  if (!file) throw ApiError.ofField("file", "Please choose a photo.");
  const stored = await storePicture(media, randomName(), file, NOT_A_PHOTO);
  await db.insert(reviewUpload).values({ ...stored, customerId, createdAt: now });
  return { path: stored.path };
}

/** Unrelated to the customer: it is public. */
const randomName = () => `review-${randomBytes(16).toString("hex")}`;

async function storePicture(
  media: MediaLibrary,
  name: string,
  file: string,
  notAPicture: string,
): Promise<{ path: string; picture: Picture }> {
  // Checked here, because the form accepts files as large as a video.
  if ((await stat(file)).size > MAX_UPLOADED_PICTURE_BYTES)
    throw ApiError.ofField("file", "Photos can be up to 8 MB each.", "payload_too_large");
  const made = await remakePicture(await readFile(file), { field: "file", notAPicture }, (picture) =>
    picture.resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true }),
  );
  const stored = await media.put(FOLDER, name, made);
  return { path: stored.path, picture: { ...stored, alt: "" } };
}

/**
 * Attaches these uploads to a review, and detaches others.
 * @returns the paths that now belong to no review, for `deleteUploads`
 * @throws ApiError (422) if a path is not an upload of this customer, or belongs to another review
 */
export async function attachUploads(
  trx: DatabaseOrTransaction,
  { reviewId, customerId, paths }: { reviewId: number; customerId: number; paths: readonly string[] },
): Promise<string[]> {
  const released = await trx
    .update(reviewUpload)
    .set({ reviewId: null })
    .where(and(eq(reviewUpload.reviewId, reviewId), notInArray(reviewUpload.path, [...paths])))
    .returning({ path: reviewUpload.path });
  if (paths.length > 0)
    await trx
      .update(reviewUpload)
      .set({ reviewId })
      .where(
        and(
          inArray(reviewUpload.path, [...paths]),
          eq(reviewUpload.customerId, customerId),
          isNull(reviewUpload.reviewId),
        ),
      );
  return released.map(({ path }) => path);
}

/**
 * Takes uploaded photos that belong to no review for another use. From then on the caller removes their files.
 * @throws ApiError (422) if a path is not an upload of this customer, is in use, or is a video
 */
export async function takePhotos(
  trx: DatabaseOrTransaction,
  { customerId, paths }: { customerId: number; paths: readonly string[] },
): Promise<{ path: string; picture: Picture }[]> {
  if (paths.length === 0) return [];
  const taken = await trx
    .delete(reviewUpload)
    .where(
      and(
        inArray(reviewUpload.path, [...paths]),
        eq(reviewUpload.customerId, customerId),
        isNull(reviewUpload.reviewId),
        isNotNull(reviewUpload.picture),
      ),
    )
    .returning({ path: reviewUpload.path, picture: reviewUpload.picture });
  const photos = paths.flatMap((path) => {
    const picture = taken.find((one) => one.path === path)?.picture;
    return picture ? [{ path, picture }] : [];
  });
  if (photos.length < new Set(paths).size)
    throw ApiError.ofField("photos", "One of the photos is no longer available. Please add it again.");
  return photos;
}

/** Deletes those of these files that belong to no review. */
export async function deleteUploads(db: Database, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await deleteUnattached(db, inArray(reviewUpload.path, [...paths]));
}

/** Deletes uploads that have belonged to no review for a day, and files of deleted reviews, products and customers. */
export async function deleteUnusedUploads(db: Database, now: Date): Promise<void> {
  await deleteUnattached(db, lt(reviewUpload.createdAt, new Date(now.getTime() - UNUSED_RETENTION_MS)));
}

/**
 * Deletes the rows and adds the jobs that remove their files. A concurrent save of a review has locked its rows, or no longer finds them.
 */
async function deleteUnattached(db: Database, which: SQL): Promise<void> {
  const unattached = and(which, isNull(reviewUpload.reviewId));
  let deleted: number;
  do {
    deleted = await db.transaction(async (trx) => {
      const batch = trx
        .select({ path: reviewUpload.path })
        .from(reviewUpload)
        .where(unattached)
        .limit(BATCH)
        .for("update");
      const rows = await trx
        .delete(reviewUpload)
        .where(and(inArray(reviewUpload.path, batch), unattached))
        .returning({ path: reviewUpload.path });
      await queueRemoval(
        trx,
        rows.map(({ path }) => path),
      );
      return rows.length;
    });
  } while (deleted === BATCH);
}
