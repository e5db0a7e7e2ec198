import type { FeedChannel } from "../../../contract/feeds.ts";
import { isListed } from "./feed-problems.ts";
import type { FeedRow, FeedShop } from "./feed-row.ts";
import { GOOGLE_TAIL, googleHead, googleItem } from "./google-xml.ts";
import { META_HEAD, metaRow } from "./meta-csv.ts";
import { openaiLine } from "./openai-jsonl.ts";
import type { RowsPage } from "./read-rows.ts";

interface Renderer {
  head(shop: FeedShop): string;
  row(row: FeedRow, shop: FeedShop): string;
  tail: string;
}

const RENDERERS: Readonly<Record<FeedChannel, Renderer>> = {
  google: { head: googleHead, row: googleItem, tail: GOOGLE_TAIL },
  meta: { head: () => META_HEAD, row: metaRow, tail: "" },
  openai: { head: () => "", row: openaiLine, tail: "" },
};

/** Writes a feed of all sizes on sale that its channel takes, page by page. */
export async function* writeFeed(
  channel: FeedChannel,
  shop: FeedShop,
  readRows: (after: number, shop: FeedShop) => Promise<RowsPage>,
): AsyncGenerator<string> {
  const { head, row: render, tail } = RENDERERS[channel];
  yield head(shop);
  let after: number | null = 0;
  while (after !== null) {
    const { products, last }: RowsPage = await readRows(after, shop);
    for (const { rows } of products) {
      const listed = rows.filter((row) => isListed(row, channel, rows));
      if (listed.length > 0) yield listed.map((row) => render(row, shop)).join("");
    }
    after = last;
  }
  yield tail;
}
