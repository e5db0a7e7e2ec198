/** The shop's product feeds: files that shopping services fetch regularly. */

/** What reads a feed. Its setting switches it on. */
export const FEED_CHANNELS = {
  google: {
    name: "Google Merchant Center",
    path: "/feeds/google.xml",
    contentType: "application/xml; charset=utf-8",
    setting: "FEED_GOOGLE",
  },
  meta: {
    name: "Meta: Facebook, Instagram, WhatsApp",
    path: "/feeds/meta.csv",
    contentType: "text/csv; charset=utf-8",
    setting: "FEED_META",
  },
  openai: {
    name: "OpenAI: ChatGPT",
    path: "/feeds/openai.jsonl",
    contentType: "application/jsonl; charset=utf-8",
    setting: "FEED_OPENAI",
  },
} as const;
export type FeedChannel = keyof typeof FEED_CHANNELS;
export const FEED_CHANNEL_CODES = Object.keys(FEED_CHANNELS) as FeedChannel[];
