/** Product feeds in the back office: which are on, who fetches them, and what their readers would reject. */

import * as z from "zod/mini";
import { FEED_CHANNEL_CODES } from "../feeds.ts";
import { responseOf } from "../responses.ts";
import { rowId } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** What a service rejects in a size, or may reject, the gravest first. A size with one of the first five is left out of the feed. */
export const FEED_PROBLEMS = {
  no_picture: "It has no photo. Add one; drawings (SVG) are not taken.",
  no_description: "It has neither a description nor a sub title.",
  sku_too_long: "Its SKU is too long to be its id. Shorten it.",
  no_price: "It has no price.",
  same_url: "Its size is written so much like another one that both have the same URL. Name them apart.",
  small_picture: "Its first photo has a side of less than 500 pixels.",
  wrong_barcode: "Its barcode is no GTIN: its check digit is wrong, or it is a shop’s own. The SKU is sent instead.",
  long_title: "Its title is too long, and is shortened.",
  long_description: "Its description is too long, and is shortened.",
  capitals: "Its title is all capitals, which counts as shouting.",
  claim_words: "Its texts promise what only a medicine may, such as to cure, heal or treat.",
  no_weight: "It has no weight, so that shipping is that of the lightest parcel.",
  no_shipping: "No shipping method delivers it anywhere.",
} as const satisfies Record<string, string>;
export type FeedProblem = keyof typeof FEED_PROBLEMS;
const PROBLEMS = Object.keys(FEED_PROBLEMS) as FeedProblem[];

const feed = z.object({
  channel: z.enum(FEED_CHANNEL_CODES),
  url: z.string(),
  isOn: z.boolean(),
  /** Whether the environment decides it, so that it cannot be switched here. */
  isFixed: z.boolean(),
  /** When it was last fetched; null if it never was. */
  fetchedAt: z.nullable(z.string()),
  /** What the program that fetched it calls itself; empty if it did not say. */
  userAgent: z.string(),
});
export type Feed = z.infer<typeof feed>;

const rejectedSize = z.object({
  productId: z.string(),
  /** The product's. */
  title: z.string(),
  size: z.string(),
  sku: z.string(),
  isLeftOut: z.boolean(),
  problems: z.array(z.enum(PROBLEMS)),
});
export type RejectedSize = z.infer<typeof rejectedSize>;

const rejectedSizes = z.object({
  sizes: z.array(rejectedSize),
  /** How many sizes were checked for this response. */
  checked: z.number(),
  /** Sent as `after` to check those that follow; null once all are checked. A response may have none and not be the last. */
  next: z.nullable(z.string()),
});
export type RejectedSizes = z.infer<typeof rejectedSizes>;

const FEEDS = { tag: "Integrations", permission: "edit_settings" } as const;
const byChannel = z.object({
  channel: z.enum(FEED_CHANNEL_CODES, `channel must be one of ${FEED_CHANNEL_CODES.join(", ")}.`),
});

export const feedEndpoints = {
  listFeeds: {
    ...FEEDS,
    method: "GET",
    path: "/feeds",
    summary: "The product feeds: their addresses, whether they are on, and when each was last fetched by what",
    response: responseOf(z.array(feed)),
  },
  switchFeed: {
    ...FEEDS,
    method: "POST",
    path: "/feeds/:channel/state",
    repeat: "harmless",
    summary: "Switch a product feed on or off; one that is off answers 404",
    params: byChannel,
    body: z.object({ isOn: z.boolean() }),
    errorStatuses: [404],
    response: responseOf(z.array(feed)),
  },
  listRejectedSizes: {
    ...FEEDS,
    method: "GET",
    path: "/feeds/:channel/rejected",
    summary:
      "The sizes that the reader of a feed would reject, with the reasons: about 50, from up to 5,000 products that it checks at a time",
    params: byChannel,
    query: z.object({
      /** `next` of the previous response. */
      after: z.optional(rowId("after must be digits.")),
    }),
    errorStatuses: [404],
    response: responseOf(rejectedSizes),
  },
} as const satisfies Record<string, AdminEndpoint>;
