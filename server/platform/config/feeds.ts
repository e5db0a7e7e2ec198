import { flag } from "./formats.ts";
import { define } from "./setting.ts";

const feedFor = (reader: string, path: string) =>
  define({
    scope: "shop",
    meaning: `Whether ${reader} can fetch the products at ${path}. Switch it on in Feeds, which says what it would reject.`,
    schema: flag,
    default: "false",
  });

/** The product feeds that are open. */
export const FEEDS = {
  FEED_GOOGLE: feedFor("Google Merchant Center", "/feeds/google.xml"),
  FEED_META: feedFor("Meta", "/feeds/meta.csv"),
  FEED_OPENAI: feedFor("OpenAI", "/feeds/openai.jsonl"),
} as const;
