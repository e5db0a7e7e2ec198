import type { VariantFormat } from "../../contract/picture-variants.ts";
import { pictureLibrary } from "./picture-library.ts";

/** How a scaled copy is made. */

/** The most pixels that a picture may have: 50 megapixels, more than any camera phone's usual picture. */
export const MAX_PIXELS = 50_000_000;
/** How many pictures are worked on at the same moment; each keeps one core busy. */
export const ENCODINGS_AT_ONCE = 2;

/**
 * A copy of the picture at most `width` pixels wide: never wider than the picture is, upright, and without its camera data. At
 * these qualities dark gradients keep their colour.
 * @param effort how long an AVIF copy is made smaller at the same quality, 0 to 9: the setting PICTURE_EFFORT
 */
export async function encodeVariant(
  original: Uint8Array,
  width: number,
  format: VariantFormat,
  effort: number,
): Promise<Buffer> {
  const sharp = await pictureLibrary();
  const scaled = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: "none" })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  return format === "avif"
    ? scaled.avif({ quality: 58, effort, chromaSubsampling: "4:2:0" }).toBuffer()
    : scaled.webp({ quality: 76 }).toBuffer();
}
