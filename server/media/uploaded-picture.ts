import type { Sharp } from "sharp";
import { MAX_UPLOADED_PICTURE_BYTES } from "../../contract/limits.ts";
import { ApiError } from "../errors.ts";
import { createTaskQueue } from "../task-queue.ts";
import { ENCODINGS_AT_ONCE, MAX_PIXELS } from "./encoding.ts";
import { pictureLibrary } from "./picture-library.ts";

/** A picture of 50 megapixels takes 200 MB while it is read, so only few are at a time; one that waits takes up to 8 MB. */
const readings = createTaskQueue(ENCODINGS_AT_ONCE, 20);
const TYPES = ["jpeg", "png", "webp", "heif"];
const NOT_A_PICTURE = "We can’t use this file. Please choose a JPEG, PNG, WebP or AVIF photo.";
const HEIC = "We can’t open HEIC photos yet. Please save it as a JPEG and try again.";

/** How it is refused: the field of the form, and what is said of content that is no picture at all. */
export interface Refusing {
  field: string;
  notAPicture?: string;
  /** The most pixels that it may have; 50 megapixels when left out. */
  maxPixels?: number;
}

/** What it is made into. @param side the shorter one of the picture, in pixels */
export type Shape = (picture: Sharp, side: number) => Sharp;

/**
 * A picture that a customer has sent, as a WebP encoded from its pixels, upright: nothing else of the file (place, camera, hidden
 * content) stays.
 * @throws ApiError (422) for what is no readable JPEG, PNG, WebP, AVIF or HEIC picture, (413) for what is too large, (503) when too many wait
 */
export async function remakePicture(content: Buffer, refusing: Refusing, shape: Shape): Promise<Buffer> {
  if (content.byteLength > MAX_UPLOADED_PICTURE_BYTES)
    throw ApiError.ofField(refusing.field, "Photos can be up to 8 MB each.", "payload_too_large");
  return readings.run(() => remake(content, refusing, shape));
}

async function remake(
  content: Buffer,
  { field, notAPicture = NOT_A_PICTURE, maxPixels = MAX_PIXELS }: Refusing,
  shape: Shape,
): Promise<Buffer> {
  const sentence = isHeic(content) ? HEIC : notAPicture;
  const sharp = await pictureLibrary();
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: "error" });
    const { format, width, height } = await picture.metadata();
    // Drawings and the like are pictures too, but not of this kind, and some can hold scripts or read files.
    if (!TYPES.includes(format)) throw ApiError.ofField(field, sentence);
    return await shape(picture.autoOrient(), Math.max(1, Math.min(width, height)))
      .flatten({ background: "#f1e9dc" })
      .toColourspace("srgb")
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (/pixel limit/.test((error as Error).message))
      throw ApiError.ofField(
        field,
        `This photo is too large. Please choose one under ${maxPixels / 1_000_000} megapixels.`,
      );
    throw ApiError.ofField(field, sentence);
  }
}

/** Whether the file calls itself HEIC, which not every build of the picture library can read. */
function isHeic(content: Buffer): boolean {
  return (
    content.toString("latin1", 4, 8) === "ftyp" && /^(hei[cxms]|hev[cxms])$/.test(content.toString("latin1", 8, 12))
  );
}
