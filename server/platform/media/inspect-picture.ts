import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { ApiError } from "../../base/errors.ts";
import { MAX_PIXELS } from "./encoding.ts";
import type { Extension } from "./paths.ts";
import { pictureLibrary } from "./picture-library.ts";

/** Maximum size of a picture file. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024;
/** The side in pixels of the thumbnail from which a picture's colour is computed. */
const SAMPLE = 16;
const EXTENSIONS: Record<string, Extension> = { jpeg: "jpg", png: "png", webp: "webp", heif: "avif" };
export const NOT_A_PICTURE = "This is not a picture that can be shown; use a JPEG, PNG, WebP or AVIF file.";

export interface InspectedPicture {
  extension: Extension;
  /** In pixels, upright. */
  width: number;
  height: number;
  /** The average colour, `#rrggbb`. */
  color: string;
}

/**
 * Recognises a picture by its content. Decodes all of it, so that half a picture is an error.
 * @param mayBeDrawn whether it may be an SVG: only one of the shop's own, never an upload
 * @throws ApiError when it is not a whole JPEG, PNG, WebP or AVIF picture, or has too many pixels
 */
export async function inspectPicture(bytes: Uint8Array, { mayBeDrawn = false } = {}): Promise<InspectedPicture> {
  const sharp = await pictureLibrary();
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const metadata = await picture.metadata();
    const extension = mayBeDrawn && metadata.format === "svg" ? "svg" : EXTENSIONS[metadata.format];
    if (!extension || (extension === "avif" && metadata.compression !== "av1"))
      throw new ApiError("bad_request", NOT_A_PICTURE);
    const pixels = await picture
      .resize(SAMPLE, SAMPLE, { fit: "fill", fastShrinkOnLoad: false })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer();
    const { width, height } = metadata.autoOrient;
    return { extension, width, height, color: averageColor(pixels) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (/pixel limit/.test((error as Error).message)) throw tooLarge();
    throw new ApiError("bad_request", NOT_A_PICTURE);
  }
}

/** @param pixels red, green and blue in turn */
function averageColor(pixels: Uint8Array): string {
  const channel = (offset: number) => {
    let sum = 0;
    for (let at = offset; at < pixels.length; at += 3) sum += pixels[at] ?? 0;
    return Math.round((sum * 3) / pixels.length)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

/**
 * Reads the bytes of a picture.
 * @param content the bytes, or the path of a file outside the media store
 * @throws ApiError when the file is missing or too large
 */
export async function readPicture(content: Uint8Array | string): Promise<Uint8Array> {
  if (typeof content !== "string") {
    if (content.byteLength > MAX_PICTURE_BYTES) throw tooLarge();
    return content;
  }
  const found = await stat(content).catch(() => null);
  if (!found?.isFile()) throw new ApiError("bad_request", `There is no picture ${basename(content)}.`);
  if (found.size > MAX_PICTURE_BYTES) throw tooLarge();
  return readFile(content);
}

const tooLarge = () =>
  new ApiError(
    "payload_too_large",
    `A picture may have at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB and ${MAX_PIXELS / 1_000_000} megapixels.`,
  );
