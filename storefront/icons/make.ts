import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** Draws the app's icons and the picture of shared links from the logo: `node storefront/icons/make.ts`. */

const PUBLIC = join(import.meta.dirname, "../public");
const mark = readFileSync(join(PUBLIC, "favicon.svg"), "utf8");

/** Phones crop maskable icons: the background fills the square, the logo stays within the inner 80 %. */
const maskable = mark
  .replace('viewBox="0 0 64 64"', 'viewBox="-6 -6 76 76"')
  .replace('<rect width="64" height="64" rx="14"', '<rect x="-8" y="-8" width="80" height="80"');

/** The picture of shared links, in the size of messengers and social networks. */
const share = mark
  .replace('viewBox="0 0 64 64"', 'viewBox="-60 -16.5 184.76 97"')
  .replace('<rect width="64" height="64" rx="14"', '<rect x="-61" y="-18" width="188" height="100"');

await draw(mark, 192, "icon-192.png");
await draw(mark, 512, "icon-512.png");
await draw(maskable, 512, "icon-maskable-512.png");
await draw(share, 1200, "share.png", 630);

async function draw(svg: string, width: number, file: string, height = width): Promise<void> {
  // The drawing is 64 units wide; at 72 dpi a unit is one pixel.
  await sharp(Buffer.from(svg), { density: (72 * width) / 64 })
    .resize(width, height)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(PUBLIC, file));
}
