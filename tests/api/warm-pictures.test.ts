/** A separate process makes renditions ahead of time. */

import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listShownPictures } from "../../server/operations/pages/shown-pictures.ts";
import { banner } from "../../server/platform/database/schema.ts";
import { createMediaLibrary, type MediaLibrary } from "../../server/platform/media/media-library.ts";
import { type ShownPicture, warmPictures } from "../../server/platform/media/warm.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let media: MediaLibrary;
beforeAll(async () => {
  shop = await openShop();
  media = createMediaLibrary({ DATA_DIR: shop.dataDir });
  const content = await sharp({ create: { width: 120, height: 60, channels: 3, background: "#864" } })
    .webp()
    .toBuffer();
  const image = { ...(await media.put("banners", "one", content)), alt: "" };
  const values = { placement: "hero", device: "desktop", title: "One", action: "See", link: "/", position: 0 } as const;
  await shop.db.insert(banner).values({ ...values, image, textSide: "left" });
});
afterAll(async () => {
  await media?.close();
  await shop?.close();
});

const shown = async () => {
  const all: ShownPicture[] = [];
  for await (const { pictures } of listShownPictures(shop.db)) all.push(...pictures);
  return all;
};
const warm = async (signal: AbortSignal) =>
  warmPictures(media, await shown(), { DATA_DIR: shop.dataDir, PICTURE_EFFORT: 0 }, signal);

it("nothing is made ahead once the shop closes", async () => {
  const closing = new AbortController();
  const warming = warm(closing.signal);
  closing.abort();
  await warming;
  expect(await media.hasRenditions(await shown())).toBe(false);
});

it("the missing renditions of shown pictures are made ahead of time", async () => {
  await warm(new AbortController().signal);
  expect(await media.hasRenditions(await shown())).toBe(true);
});
