import { z } from "zod";
import { flag, webAddress, webAddresses, wholeNumber } from "./formats.ts";
import { define } from "./setting.ts";

/** Rendering, caches, CDN, pictures and built files. */
export const PAGES_AND_MEDIA = {
  PAGE_CACHE_MB: define({
    scope: "deployment",
    meaning: "Memory for cached pages, in megabytes; 0 renders every page for every request.",
    schema: wholeNumber(0, 4096),
    default: "64",
  }),
  RENDER_THREADS: define({
    scope: "deployment",
    meaning:
      "Threads that render pages, so that requests to the API do not wait for them, each with some 100 MB of memory; 0 renders on the main thread. At most the processor’s cores less one.",
    schema: wholeNumber(0, 64),
    default: "0",
  }),
  RESPONSE_CACHE_MB: define({
    scope: "deployment",
    meaning: "Memory for cached responses of the API to guests, in megabytes; 0 reads the database for each request.",
    schema: wholeNumber(0, 4096),
    default: "16",
  }),
  CDN_PURGE: define({
    scope: "deployment",
    meaning:
      "How a CDN in front of the shop is asked to remove changed pages: webhook, fastly, cloudflare or varnish. Empty: not at all; it sends old pages for a minute or more.",
    schema: z.enum(
      ["", "webhook", "fastly", "cloudflare", "varnish"],
      "must be webhook, fastly, cloudflare, varnish or empty",
    ),
    default: "",
  }),
  CDN_PURGE_URLS: define({
    scope: "deployment",
    meaning: "Where purges are sent to; several, such as those of two Varnish servers, are separated by commas.",
    secret: true,
    schema: webAddresses,
    default: "",
  }),
  CDN_PURGE_TOKEN: define({
    scope: "deployment",
    meaning: "The CDN’s API token that allows purging.",
    secret: true,
    schema: z.string().trim(),
    default: "",
  }),
  PICTURE_EFFORT: define({
    scope: "deployment",
    meaning:
      "How hard renditions of pictures are compressed, 0 to 9. Compared with 3, 0 takes a fifth of the time for files a fifth larger; 4 takes four times as long, too long for a visitor who waits for it. Existing renditions are not made again.",
    schema: wholeNumber(0, 9),
    default: "3",
  }),
  WARM_PICTURES: define({
    scope: "deployment",
    meaning: "Whether a low-priority process scales all pictures ahead of their first visit.",
    schema: flag,
    default: "true",
  }),
  MEDIA_HOST: define({
    scope: "deployment",
    meaning: "Prefix of picture and video URLs: this server’s /media, or a CDN in front of it.",
    schema: z.union([
      z.string().regex(/^\/[a-z0-9/_-]*[a-z0-9_-]$/i, "must be a path such as /media or a web address"),
      webAddress,
    ]),
    default: "/media",
  }),
  ASSETS_HOST: define({
    scope: "deployment",
    meaning:
      "Origin that pages load the built scripts, styles and fonts from, such as https://assets.shop.example: a CDN in front of the bucket that npm run assets:upload fills. Empty: this server.",
    schema: z
      .string()
      .refine(
        (url) => url === "" || (/^https?:/.test(url) && URL.parse(url)?.origin === url),
        "must be an origin such as https://assets.shop.example, without a path",
      ),
    default: "",
  }),
} as const;
