import { JPEG_SIDE, type RenditionFormat } from "../../../contract/picture-renditions.ts";
import { pictureLibrary } from "./picture-library.ts";

/** Maximum pixels of a picture: above the default of phones. */
export const MAX_PIXELS = 50_000_000;
/** How many pictures are encoded at once; each uses one core. */
export const ENCODINGS_AT_ONCE = 2;

/** Above this width, in pixels, only heroes are shown, which a page waits for: more pixels there hide a stronger compression. */
const HERO_WIDTH = 1440;

/** Programs scale what they fetch down and compress it again. */
const JPEG_QUALITY = 88;

/**
 * Scales a picture down to `width` pixels, upright and without camera data, and sharpens what that softens, such as labels; a smaller one
 * keeps its size. A JPEG is as high as wide at most, on white. At these qualities even gradients have no blocks, and colour in full resolution keeps small print and foil clear.
 * @param effort the setting PICTURE_EFFORT, 0 to 9: a higher one makes an AVIF smaller and takes longer
 */
export async function encodeRendition(
  original: Uint8Array,
  width: number,
  format: RenditionFormat,
  effort: number,
): Promise<Buffer> {
  const sharp = await pictureLibrary();
  const upright = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: "none" }).autoOrient();
  if (format === "jpg")
    return upright
      .resize({ width: JPEG_SIDE, height: JPEG_SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
      .toBuffer();
  const isLarger = (await upright.metadata()).autoOrient.width > width;
  const scaled = isLarger ? upright.resize({ width }).sharpen({ sigma: 0.6, m1: 0.4, m2: 1.2 }) : upright;
  return format === "avif"
    ? scaled.avif({ quality: width > HERO_WIDTH ? 54 : 64, effort, chromaSubsampling: "4:4:4" }).toBuffer()
    : scaled.webp({ quality: 80, smartSubsample: true }).toBuffer();
}
