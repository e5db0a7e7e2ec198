import { randomBytes } from "node:crypto";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { queueRemoval } from "../../platform/media/removal.ts";
import { remakePicture } from "../../platform/media/uploaded-picture.ts";

/** Width and height of a stored picture, in pixels: twice its size on the profile. */
const SIDE = 512;
/** Maximum pixels of an uploaded picture: decoding that many takes up to a second. */
const MAX_PORTRAIT_PIXELS = 25_000_000;
const FOLDER = "customers";
/** Matches the names that `storeProfileImage` makes. */
const OWN_NAME = /^\/customers\/portrait-(\d+-)?[0-9a-f]{16,32}\./;

/**
 * Stores a customer's picture: a square of at most 512 pixels cut from its middle, encoded again from its pixels. Its name is random:
 * unique, unrelated to the customer, and never reused, so a replaced picture can be deleted.
 * @returns its path, relative to the media host
 * @throws ApiError (413, 422, 503), see `remakePicture`
 */
export async function storeProfileImage(media: MediaLibrary, content: Buffer): Promise<string> {
  const square = await remakePicture(
    content,
    { field: "profile_image", maxPixels: MAX_PORTRAIT_PIXELS },
    (picture, shorter) => {
      const side = Math.min(SIDE, shorter);
      return picture.resize(side, side, { fit: "cover" });
    },
  );
  const { path } = await media.put(FOLDER, `portrait-${randomBytes(16).toString("hex")}`, square);
  return path;
}

/** Deletes a replaced picture once the transaction has committed, unless others may show it too. */
export async function deleteProfileImage(trx: DatabaseOrTransaction, path: string): Promise<void> {
  if (OWN_NAME.test(path)) await queueRemoval(trx, [path]);
}
