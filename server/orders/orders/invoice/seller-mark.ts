/** The mark that a shop's documents have beside its name. */

import { LRUCache } from "lru-cache";
import { BRAND_COLOR } from "../../../../contract/brand-colors.ts";
import type { Seller } from "../../../platform/database/schema.ts";
import { drawMark } from "../../../platform/media/draw-mark.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";

/** A seller as documents show it. */
export interface ShownSeller extends Seller {
  /** The shop's own mark in its colour, as PNG; null if its picture is gone. */
  drawnMark?: Uint8Array | null;
}

/** Sharp in print: 300 dots per inch. */
const SIDE_PX = 128;

const drawn = new LRUCache<string, Promise<Uint8Array | null>>({ max: 10 });

/** Adds the drawn mark to the seller of a document, if the shop had one of its own when it was issued. */
export async function withMark<Paper extends { seller: Seller }>(
  media: Pick<MediaLibrary, "find">,
  paper: Paper,
): Promise<Paper & { seller: ShownSeller }> {
  const { mark, color = BRAND_COLOR } = paper.seller;
  if (mark === undefined) return paper;
  const key = `${mark} ${color}`;
  const drawing = drawn.get(key) ?? media.find(mark).then((shape) => shape && drawMark(shape, color, SIDE_PX));
  drawn.set(key, drawing);
  drawing.catch(() => drawn.delete(key));
  return { ...paper, seller: { ...paper.seller, drawnMark: await drawing } };
}
