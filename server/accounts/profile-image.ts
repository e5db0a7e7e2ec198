import { randomBytes } from "node:crypto";
import type { MediaStore } from "../media/store.ts";
import { remakePicture } from "../media/uploaded-picture.ts";

/** The longest side of a kept picture, in pixels: twice the size at which the profile shows it. */
const SIDE = 512;
/** The most pixels of a picture that is sent; reading fewer takes no more than a second. */
const MAX_PORTRAIT_PIXELS = 25_000_000;
const FOLDER = "customers";
/** A name that `storeProfileImage` gives; those of earlier versions hold the customer's number, too. */
const OWN_NAME = /^\/customers\/portrait-(\d+-)?[0-9a-f]{16,32}\./;

/**
 * Stores a customer's picture: a square of at most 512 pixels cut from its middle, encoded again from its pixels. Its name is random: two
 * people never share a path, nobody can count customers by it, and one that was replaced never comes back, so it can be deleted.
 * @returns its path behind the media host
 * @throws ApiError (413, 422, 503), see `remakePicture`
 */
export async function storeProfileImage(store: MediaStore, content: Buffer): Promise<string> {
  const square = await remakePicture(
    content,
    { field: "profile_image", maxPixels: MAX_PORTRAIT_PIXELS },
    (picture, shorter) => {
      const side = Math.min(SIDE, shorter);
      return picture.resize(side, side, { fit: "cover" });
    },
  );
  const { path } = await store.put(FOLDER, `portrait-${randomBytes(16).toString("hex")}`, square);
  return path;
}

/** Deletes a picture that its customer has replaced. One that was not kept for a customer alone stays: others may show it too. */
export async function dropProfileImage(store: MediaStore, path: string): Promise<void> {
  if (OWN_NAME.test(path)) await store.remove(path);
}
