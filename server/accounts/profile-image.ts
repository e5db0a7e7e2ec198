import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { MAX_PROFILE_IMAGE_BYTES } from "../../contract/accounts.ts";
import { Refusal } from "../failures.ts";
import { ENCODINGS_AT_ONCE, MAX_PIXELS } from "../media/encoding.ts";
import type { MediaStore } from "../media/store.ts";
import { createTaskQueue } from "../task-queue.ts";

/** The longest side of a kept picture, in pixels: twice the size at which the profile shows it. */
const SIDE = 512;
/** A picture of 50 megapixels takes 200 MB while it is read, so only few are at a time; one that waits takes up to 8 MB. */
const readings = createTaskQueue(ENCODINGS_AT_ONCE, 20);
const TYPES = ["jpeg", "png", "webp", "heif"];

const refuse = (message: string) => Refusal.ofField("profile_image", message);

const FOLDER = "customers";
const nameOf = (customerId: number) => `portrait-${customerId}-`;

/**
 * Keeps a customer's picture: a square of at most 512 pixels cut from its middle, upright, made anew from its pixels, so that nothing
 * else of the file (place, camera, hidden content) stays.
 * @param customerId stands in the name, with a number of this picture's own: two people never share a path, and one that was replaced
 * never comes back, so it can be deleted
 * @returns its path behind the media host
 * @throws Refusal (422) for what is no readable JPEG, PNG, WebP, AVIF or HEIC picture, (413) for what is too large, (503) when too many wait
 */
export async function keepProfileImage(store: MediaStore, customerId: number, content: Buffer): Promise<string> {
  if (content.byteLength > MAX_PROFILE_IMAGE_BYTES)
    throw Refusal.ofField("profile_image", "A picture may have at most 8 MB.", "payloadTooLarge");
  const { path } = await store.put(
    FOLDER,
    nameOf(customerId) + randomBytes(8).toString("hex"),
    await readings.run(() => portraitOf(content)),
  );
  return path;
}

/** Deletes a picture that its customer has replaced. One that was not kept for this customer stays: others may show it too. */
export async function dropProfileImage(store: MediaStore, customerId: number, path: string): Promise<void> {
  if (path.startsWith(`/${FOLDER}/${nameOf(customerId)}`)) await store.remove(path);
}

async function portraitOf(content: Buffer): Promise<Buffer> {
  if (isHeic(content))
    return portrait(content, "This HEIC picture cannot be read here. Please save it as JPEG and try again.");
  return portrait(content, "This is not a picture that can be shown. Please use a JPEG, PNG, WebP or AVIF file.");
}

async function portrait(content: Buffer, sentence: string): Promise<Buffer> {
  try {
    const picture = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const { format, width, height } = await picture.metadata();
    // Drawings and the like are pictures too, but not of this kind, and some can hold scripts or read files.
    if (!TYPES.includes(format)) throw refuse(sentence);
    const side = Math.max(1, Math.min(SIDE, width, height));
    return await picture
      .autoOrient()
      .resize(side, side, { fit: "cover" })
      .flatten({ background: "#f1e9dc" })
      .toColourspace("srgb")
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (/pixel limit/.test((error as Error).message)) throw refuse("A picture may have at most 50 megapixels.");
    throw refuse(sentence);
  }
}

/** Whether the file calls itself HEIC, which not every build of the picture library can read. */
function isHeic(content: Buffer): boolean {
  return (
    content.toString("latin1", 4, 8) === "ftyp" && /^(hei[cxms]|hev[cxms])$/.test(content.toString("latin1", 8, 12))
  );
}
