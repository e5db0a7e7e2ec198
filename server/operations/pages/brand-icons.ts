/** The icons of the shop: drawn in its colours and with its mark, if they are not the demo's, whose files are in storefront/public. */

import type { FastifyInstance, FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { BRAND_COLOR } from "../../../contract/brand-colors.ts";
import { drawMark } from "../../platform/media/draw-mark.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { pictureLibrary } from "../../platform/media/picture-library.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";

const PAPER = "#faf6ef";

interface Icon {
  width: number;
  height: number;
  /** The share of the height that the mark has. */
  share: number;
  /** The radius of its corners, as a share of the height. */
  radius: number;
}
const square = (side: number, share: number, radius = 0): Icon => ({ width: side, height: side, share, radius });

/** As in storefront/icons/make.ts. Phones crop maskable icons, so their mark is smaller. */
const ICONS: Readonly<Record<string, Icon>> = {
  "favicon.ico": square(32, 0.76, 0.2),
  "favicon.svg": square(64, 0.76, 0.2),
  "icon-192.png": square(192, 0.7, 0.2),
  "icon-512.png": square(512, 0.7, 0.2),
  "apple-touch-icon.png": square(180, 0.66),
  "icon-maskable-512.png": square(512, 0.58),
  "share.png": { width: 1200, height: 630, share: 0.5, radius: 0 },
};
const EMAIL_MARK = "email-mark.png";
/** The mark's shape alone, which pages fill with the colour of their text. */
const SHAPE = "brand-mark.png";
/** The built files that this module sends or replaces. */
export const ICON_FILES = [...Object.keys(ICONS), EMAIL_MARK];

interface Deps {
  media: MediaLibrary;
  shopSettings: ShopSettingsReader;
}

export function brandIconRoutes(app: FastifyInstance, { media, shopSettings }: Deps): void {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: 50 });
  const send = (reply: FastifyReply, content: Buffer | string, { type = "image/png", isShared = false } = {}) =>
    reply
      .headers({
        "cache-control": "public, max-age=3600",
        "x-content-type-options": "nosniff",
        // Webmail shows the emails' mark on its own pages.
        ...(isShared && { "cross-origin-resource-policy": "cross-origin" }),
      })
      .type(type)
      .send(content);

  for (const file of ICON_FILES)
    app.get(`/${file}`, async (_request, reply) => {
      const { BRAND_MARK: mark, BRAND_COLOR: color } = await shopSettings.current();
      if (mark === "" && color === BRAND_COLOR) return reply.sendFile(file);
      const shape = mark === "" ? null : await media.find(mark);
      const key = `${file} ${color} ${shape ? mark : ""}`;
      const icon = ICONS[file];
      const content = drawn.get(key) ?? (icon ? drawIcon(icon, shape, color) : drawMark(shape, color, 128));
      drawn.set(key, content);
      content.catch(() => drawn.delete(key));
      const png = await content;
      if (file !== "favicon.svg") return send(reply, png, { isShared: file === EMAIL_MARK });
      const picture = `<image width="64" height="64" href="data:image/png;base64,${png.toString("base64")}"/>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${picture}</svg>`;
      return send(reply, svg, { type: "image/svg+xml" });
    });
  app.get(`/${SHAPE}`, async (_request, reply) => {
    const { BRAND_MARK: mark } = await shopSettings.current();
    const shape = mark === "" ? null : await media.find(mark);
    return shape ? send(reply, shape) : reply.callNotFound();
  });
}

/** Draws the mark in paper on the shop's colour. */
async function drawIcon({ width, height, share, radius }: Icon, shape: Buffer | null, color: string): Promise<Buffer> {
  const sharp = await pictureLibrary();
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius * height}" fill="${color}"/></svg>`;
  const mark = await drawMark(shape, PAPER, Math.round(height * share));
  return sharp(Buffer.from(ground))
    .composite([{ input: mark }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}
