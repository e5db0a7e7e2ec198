/** What a service would reject in a row, by its rules. Pure. */

import type { FeedProblem } from "../../../contract/admin/feeds.ts";
import type { FeedChannel } from "../../../contract/feeds.ts";
import type { FeedPicture, FeedRow } from "./feed-row.ts";
import { isGlobalGtin } from "./gtin.ts";
import { isLonger } from "./plain-texts.ts";

/** Limits of texts, in characters, of each service (docs/feeds.md names the sources). */
export const FEED_LIMITS: Readonly<Record<FeedChannel, { id: number; title: number; description: number }>> = {
  google: { id: 50, title: 150, description: 5000 },
  meta: { id: 100, title: 200, description: 9999 },
  openai: { id: 100, title: 150, description: 5000 },
};
/** The smallest side of a picture, in pixels: of Meta, and of Google from 31 January 2027. */
const MIN_PICTURE_SIDE = 500;

/** Words by which a cosmetic claims to be a medicine. */
const CLAIMS =
  /\b(cures?|curing|heals?|healing|treats?|treatment of|prevents? (?:disease|infection)|anti-?(?:bacterial|viral|fungal)|clinically proven|miracle|fda approved)\b/i;

/**
 * Whether a row has a problem with a service, the gravest first.
 * @param others the rows of the same product
 */
const CHECKS: Readonly<
  Record<FeedProblem, (row: FeedRow, channel: FeedChannel, others: readonly FeedRow[]) => boolean>
> = {
  no_picture: (row) => feedPictures(row).length === 0,
  no_description: ({ description }) => description === "",
  sku_too_long: ({ id }, channel) => isLonger(id, FEED_LIMITS[channel].id),
  no_price: ({ price }) => price <= 0,
  same_url: (row, _, others) => row.group !== null && !hasOwnUrl(row, others),
  small_picture: (row) => feedPictures(row).slice(0, 1).some(isSmall),
  wrong_barcode: ({ barcode }) => barcode !== null && !isGlobalGtin(barcode),
  long_title: ({ title }, channel) => isLonger(title, FEED_LIMITS[channel].title),
  long_description: ({ description }, channel) => isLonger(description, FEED_LIMITS[channel].description),
  capitals: ({ productTitle }) => isShouted(productTitle),
  claim_words: ({ title, description, highlights }) => CLAIMS.test([title, description, ...highlights].join("\n")),
  no_weight: ({ weightGrams }) => weightGrams === null,
  no_shipping: ({ shipping }) => shipping === null,
};
const PROBLEMS = Object.keys(CHECKS) as FeedProblem[];
/** Problems for which a row is left out of the feed, since the service would reject it or show something untrue. */
const LEAVES_OUT: readonly FeedProblem[] = ["no_picture", "no_description", "sku_too_long", "no_price", "same_url"];

/** Lists the problems of a row with a service, the gravest first. @param others the rows of the same product */
export const problemsOf = (row: FeedRow, channel: FeedChannel, others: readonly FeedRow[]): FeedProblem[] =>
  PROBLEMS.filter((problem) => CHECKS[problem](row, channel, others));

/** Whether a row is in the feed of a service. @param others the rows of the same product */
export const isListed = (row: FeedRow, channel: FeedChannel, others: readonly FeedRow[]): boolean =>
  !LEAVES_OUT.some((problem) => CHECKS[problem](row, channel, others));

/** The pictures that services take, the main one first. */
export const feedPictures = ({ pictures }: Pick<FeedRow, "pictures">) => pictures.filter(({ isDrawing }) => !isDrawing);

/** Whether the page of its URL shows this size: sizes are written there without signs, "1.5 ml" as "1 5 ml". */
const hasOwnUrl = (row: FeedRow, others: readonly FeedRow[]) =>
  !row.link.endsWith("=") && others.every((other) => other.id === row.id || other.link !== row.link);

const isSmall = ({ width, height }: FeedPicture) => Math.min(width, height) < MIN_PICTURE_SIDE;

function isShouted(title: string): boolean {
  const letters = title.replace(/[^\p{L}]/gu, "");
  return letters.length > 6 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}
