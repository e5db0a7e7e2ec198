import type { Sharp } from "sharp";
import { MAX_UPLOADED_PICTURE_BYTES } from "../../../contract/limits.ts";
import { createConcurrencyLimit } from "../../base/concurrency-limit.ts";
import { ApiError } from "../../base/errors.ts";
import { ENCODINGS_AT_ONCE, MAX_PIXELS } from "./encoding.ts";
import { pictureLibrary } from "./picture-library.ts";

/** Few at a time, because decoding a picture of 50 megapixels takes 200 MB; a waiting one takes up to 8 MB. */
const readings = createConcurrencyLimit(ENCODINGS_AT_ONCE, 20);
const TYPES = ["jpeg", "png", "webp", "heif"];
const NOT_A_PICTURE = "We can’t use this file. Please choose a JPEG, PNG, WebP or AVIF photo.";
const HEIC = "We can’t open HEIC photos yet. Please save it as a JPEG and try again.";

/** The picture's name in errors, and its limit. */
export interface PictureField {
  field: string;
  /** The message for content that is not a picture. */
  notAPicture?: string;
  /** Maximum pixels; by default 50 megapixels. */
  maxPixels?: number;
  /** Maximum size of the file; by default that of a customer's photo. */
  maxBytes?: number;
}

/** Resizes or crops a picture. @param side its shorter side, in pixels */
export type Shape = (picture: Sharp, side: number) => Sharp;

/**
 * Encodes a customer's picture again from its pixels, as an upright WebP, which removes everything else in the file (location, camera,
 * hidden content).
 * @throws ApiError (422) when it is not a readable JPEG, PNG, WebP, AVIF or HEIC picture, (413) when too large, (503) when too many wait
 */
export async function remakePicture(content: Buffer, pictureField: PictureField, shape: Shape): Promise<Buffer> {
  const { field, maxBytes = MAX_UPLOADED_PICTURE_BYTES } = pictureField;
  if (content.byteLength > maxBytes)
    throw ApiError.ofField(field, `Photos can be up to ${maxBytes / 1024 / 1024} MB each.`, "payload_too_large");
  return readings.run(() => remake(content, pictureField, shape));
}

async function remake(
  content: Buffer,
  { field, notAPicture = NOT_A_PICTURE, maxPixels = MAX_PIXELS }: PictureField,
  shape: Shape,
): Promise<Buffer> {
  const sentence = isHeic(content) ? HEIC : notAPicture;
  const sharp = await pictureLibrary();
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: "error" });
    const { format, width, height } = await picture.metadata();
    // sharp also reads SVG and other formats, which may contain scripts or refer to files.
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

/** Whether the file claims to be HEIC, which not every build of sharp reads. */
function isHeic(content: Buffer): boolean {
  return (
    content.toString("latin1", 4, 8) === "ftyp" && /^(hei[cxms]|hev[cxms])$/.test(content.toString("latin1", 8, 12))
  );
}
