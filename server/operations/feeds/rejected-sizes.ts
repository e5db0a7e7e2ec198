import type { RejectedSize, RejectedSizes } from "../../../contract/admin/feeds.ts";
import type { FeedChannel } from "../../../contract/feeds.ts";
import { isListed, problemsOf } from "./feed-problems.ts";
import type { FeedShop } from "./feed-row.ts";
import type { RowsPage } from "./read-rows.ts";

/** A response ends with the product that completes this number of sizes. */
const SIZES = 50;
/** Pages of the catalogue that one request checks, so that none takes long. */
const PAGES = 10;

/** Lists the sizes after a product's id that the reader of a feed would reject, until there are enough for a response or for a request. */
export async function findRejectedSizes(
  channel: FeedChannel,
  after: number,
  { shop, readRows }: { shop: FeedShop; readRows: (after: number, shop: FeedShop) => Promise<RowsPage> },
): Promise<RejectedSizes> {
  const sizes: RejectedSize[] = [];
  let checked = 0;
  let at = after;
  for (let page = 0; page < PAGES; page++) {
    const { products, last } = await readRows(at, shop);
    for (const { id, rows } of products) {
      checked += rows.length;
      for (const row of rows) {
        const problems = problemsOf(row, channel, rows);
        if (problems.length === 0) continue;
        const { productId, productTitle: title, size, id: sku } = row;
        sizes.push({ productId, title, size, sku, isLeftOut: !isListed(row, channel, rows), problems });
      }
      const isEnd = last === null && id === products.at(-1)?.id;
      if (sizes.length >= SIZES) return { sizes, checked, next: isEnd ? null : String(id) };
    }
    if (last === null) return { sizes, checked, next: null };
    at = last;
  }
  return { sizes, checked, next: String(at) };
}
