/** Draws the app's icons, the emails' mark and the picture of shared links: `node storefront/icons/make.ts`. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { MARK } from "../../contract/brand-mark.ts";

const PUBLIC = join(import.meta.dirname, "../public");
const LEAF = "#2f4a36";
const PAPER = "#faf6ef";

/** Browsers show it at 16 pixels: the line is heavier. */
const FAVICON = tile({ margin: 5, stroke: 2.2, radius: 9 });
writeFileSync(join(PUBLIC, "favicon.svg"), FAVICON);
// Asked for by browsers that show no page of the shop, such as /robots.txt, and by feed readers.
writeFileSync(join(PUBLIC, "favicon.ico"), icoOf(await png(FAVICON, 32), 32));
await draw(tile({ margin: 7, stroke: 1.6, radius: 10 }), 192, "icon-192.png");
await draw(tile({ margin: 7, stroke: 1.6, radius: 10 }), 512, "icon-512.png");
await draw(tile({ margin: 8, stroke: 1.6 }), 180, "apple-touch-icon.png");
// Phones crop maskable icons: the mark stays within the inner 80 %.
await draw(tile({ margin: 11, stroke: 1.6 }), 512, "icon-maskable-512.png");
// The size that messengers and social networks show.
await draw(tile({ margin: 16, stroke: 1.1, aspect: 1200 / 630 }), 1200, "share.png", 630);
await draw(line(LEAF, 1.7), 128, "email-mark.png");

/** The mark in paper on leaf, with a margin in the mark's units. */
function tile(shape: { margin: number; stroke: number; radius?: number; aspect?: number }): string {
  const { margin, stroke, radius = 0, aspect = 1 } = shape;
  const height = MARK.size + 2 * margin;
  const width = height * aspect;
  const [left, top] = [(MARK.size - width) / 2, -margin];
  const ground = `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}" fill="${LEAF}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}">${ground}${path(PAPER, stroke)}</svg>`;
}

function line(color: string, stroke: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK.size} ${MARK.size}">${path(color, stroke)}</svg>`;
}

function path(color: string, stroke: number): string {
  return `<path d="${MARK.path}" fill="none" stroke="${color}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

async function draw(svg: string, width: number, file: string, height = width): Promise<void> {
  writeFileSync(join(PUBLIC, file), await png(svg, width, height));
}

function png(svg: string, width: number, height = width): Promise<Buffer> {
  // At 72 dpi a unit is one pixel; no drawing is narrower than the mark.
  return sharp(Buffer.from(svg), { density: (72 * width) / MARK.size })
    .resize(width, height)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

/** Wraps one square picture in an ICO file: a header, one entry of its directory, and the PNG. */
function icoOf(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}
