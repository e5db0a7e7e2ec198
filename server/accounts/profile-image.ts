import { randomBytes } from "node:crypto";
import type { MediaStore } from "../media/store.ts";
import { remakePicture } from "../media/uploaded-picture.ts";

/** The longest side of a kept picture, in pixels: twice the size at which the profile shows it. */
const SIDE = 512;
const FOLDER = "customers";
const nameOf = (customerId: number) => `portrait-${customerId}-`;

/**
 * Keeps a customer's picture: a square of at most 512 pixels cut from its middle, made anew from its pixels.
 * @param customerId stands in the name, with a number of this picture's own: two people never share a path, and one that was replaced
 * never comes back, so it can be deleted
 * @returns its path behind the media host
 * @throws Refusal (413, 422, 503), see `remakePicture`
 */
export async function keepProfileImage(store: MediaStore, customerId: number, content: Buffer): Promise<string> {
  const square = await remakePicture(content, { field: "profile_image" }, (picture, shorter) => {
    const side = Math.min(SIDE, shorter);
    return picture.resize(side, side, { fit: "cover" });
  });
  const { path } = await store.put(FOLDER, nameOf(customerId) + randomBytes(8).toString("hex"), square);
  return path;
}

/** Deletes a picture that its customer has replaced. One that was not kept for this customer stays: others may show it too. */
export async function dropProfileImage(store: MediaStore, customerId: number, path: string): Promise<void> {
  if (path.startsWith(`/${FOLDER}/${nameOf(customerId)}`)) await store.remove(path);
}
