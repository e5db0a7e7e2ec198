/**
 * The shape of an uploaded mark, as a PNG whose transparency alone says what is drawn: so it can be drawn in any colour, on light and dark grounds.
 * An SVG is drawn once, here; its own text is never sent to a browser.
 */

import type { Sharp } from "sharp";
import { createConcurrencyLimit } from "../../base/concurrency-limit.ts";
import { ApiError } from "../../base/errors.ts";
import { ENCODINGS_AT_ONCE } from "./encoding.ts";
import { pictureLibrary } from "./picture-library.ts";

/** The side of the mask, in pixels: that of the largest icon. */
const SIDE = 512;
const MAX_MARK_PIXELS = 25_000_000;
const MAX_SVG_BYTES = 200 * 1024;
const FORMATS = ["png", "jpeg", "webp", "heif", "svg"];
/** What an SVG does besides drawing itself. */
const ACTIVE_SVG =
  /<script|<foreignObject|<!ENTITY|\son\w+\s*=|(?:href|src)\s*=\s*["']\s*(?!#|data:image\/(?:png|jpeg))/i;
/** The resolution at which one unit of an SVG is a pixel. */
const SVG_DPI = 72;

const problem = (message: string) => ApiError.ofField("file", message);
const NOT_A_PICTURE = "This is no picture that can be a mark. Please choose a PNG, SVG, JPEG, WebP or AVIF file.";
const NOTHING =
  "This picture shows no mark: it is empty, or one filled area. Please choose a mark on a transparent or white ground.";

/** Few at a time, because decoding a large picture takes much memory. */
const readings = createConcurrencyLimit(ENCODINGS_AT_ONCE, 20);

/** @throws ApiError (422) with a sentence for what cannot be a mark, (503) when too many wait */
export const maskOf = (content: Buffer): Promise<Buffer> => readings.run(() => readMask(content));

async function readMask(content: Buffer): Promise<Buffer> {
  const isSvg = /^\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(
    content
      .subarray(0, 200)
      .toString("utf8")
      .replace(/^\ufeff/, ""),
  );
  if (isSvg && content.byteLength > MAX_SVG_BYTES)
    throw problem(`An SVG can have up to ${MAX_SVG_BYTES / 1024} KB. Please save it as a PNG.`);
  if (isSvg && ACTIVE_SVG.test(content.toString("utf8")))
    throw problem(
      "This SVG holds a script, or loads something from elsewhere. Please save it as a plain SVG or as a PNG.",
    );
  const sharp = await pictureLibrary();
  try {
    const options = { limitInputPixels: MAX_MARK_PIXELS, failOn: "error" } as const;
    const { format, width, height } = await sharp(content, options).metadata();
    if (!FORMATS.includes(format)) throw problem(NOT_A_PICTURE);
    const density = Math.min(2400, Math.max(SVG_DPI, (SVG_DPI * SIDE) / Math.max(width, height)));
    const picture = sharp(content, format === "svg" ? { ...options, density } : options).autoOrient();
    const shape = await shapeOf(picture);
    const fitted = await sharp(shape)
      .trim({ background: "#000000", threshold: 8 })
      .resize(SIDE, SIDE, { fit: "contain", background: "#000000" })
      .toColourspace("b-w")
      .raw()
      .toBuffer();
    const shown = fitted.reduce((sum, value) => sum + value, 0) / (255 * fitted.length);
    if (shown < 0.002 || shown > 0.97) throw problem(NOTHING);
    const black = { create: { width: SIDE, height: SIDE, channels: 3, background: "#000000" } } as const;
    const raw = { raw: { width: SIDE, height: SIDE, channels: 1 } } as const;
    return await sharp(black).joinChannel(fitted, raw).png({ compressionLevel: 9 }).toBuffer();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { message } = error as Error;
    if (/pixel limit/.test(message))
      throw problem(`A mark can have up to ${MAX_MARK_PIXELS / 1_000_000} megapixels. Please save it smaller.`);
    throw problem(/trim/.test(message) ? NOTHING : NOT_A_PICTURE);
  }
}

/** Returns white where the mark is: what is opaque, or in a picture without transparency what is dark. */
async function shapeOf(picture: Sharp): Promise<Buffer> {
  const { isOpaque } = await picture.stats();
  const grey = isOpaque ? picture.greyscale().negate().normalise() : picture.ensureAlpha().extractChannel("alpha");
  const shape = await grey.toColourspace("b-w").png().toBuffer({ resolveWithObject: true });
  return shape.data;
}
