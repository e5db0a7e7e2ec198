import { MARK } from "../../../contract/brand-mark.ts";
import { pictureLibrary } from "./picture-library.ts";

/**
 * Draws a shop's mark alone, on nothing, as PNG.
 * @param shape a picture of which only the opacity counts; null draws the demo's mark
 * @param side in pixels
 */
export async function drawMark(shape: Buffer | null, color: string, side: number): Promise<Buffer> {
  const sharp = await pictureLibrary();
  if (!shape) {
    const path = `<path d="${MARK.path}" fill="none" stroke="${color}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${MARK.size} ${MARK.size}">${path}</svg>`;
    return sharp(Buffer.from(svg)).png().toBuffer();
  }
  const alpha = await sharp(shape).resize(side, side).extractChannel("alpha").raw().toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: color } })
    .joinChannel(alpha, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
}
