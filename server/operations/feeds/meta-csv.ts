/** The catalogue feed of Meta (https://developers.facebook.com/docs/commerce-platform/catalog/fields). Pure. */

import { stringify } from "csv-stringify/sync";
import { FEED_LIMITS, feedPictures } from "./feed-problems.ts";
import type { FeedRow } from "./feed-row.ts";
import { isGlobalGtin } from "./gtin.ts";
import { amountText, periodText, printable, shortened } from "./plain-texts.ts";

const LIMITS = FEED_LIMITS.meta;
const MAX_MORE_PICTURES = 20;

const COLUMNS: Readonly<Record<string, (row: FeedRow) => string | null>> = {
  id: ({ id }) => id,
  title: ({ title }) => shortened(title, LIMITS.title),
  description: ({ description }) => shortened(description, LIMITS.description),
  availability: ({ inStock }) => (inStock ? "in stock" : "out of stock"),
  condition: () => "new",
  price: ({ mrp }) => amountText(mrp),
  link: ({ link }) => link,
  image_link: (row) => feedPictures(row)[0]?.url ?? null,
  brand: ({ brand }) => brand,
  additional_image_link: (row) =>
    feedPictures(row)
      .slice(1, MAX_MORE_PICTURES + 1)
      .map(({ url }) => url)
      .join(","),
  sale_price: ({ price, mrp }) => (mrp > price ? amountText(price) : null),
  sale_price_effective_date: ({ price, mrp, priceDates }) =>
    mrp > price && priceDates ? periodText(priceDates) : null,
  item_group_id: ({ group }) => group?.id ?? null,
  size: ({ group, size }) => (group ? size : null),
  gtin: ({ barcode }) => (barcode !== null && isGlobalGtin(barcode) ? barcode : null),
  mpn: ({ id, barcode }) => (barcode !== null && isGlobalGtin(barcode) ? null : id),
  google_product_category: ({ googleCategory }) => googleCategory,
  product_type: ({ categories }) => categories.join(" > "),
  shipping: ({ shipping }) => (shipping ? `IN:::${amountText(shipping.price)}` : null),
  shipping_weight: ({ weightGrams }) => (weightGrams === null ? null : `${weightGrams} g`),
  custom_label_0: ({ isBestseller }) => (isBestseller ? "bestseller" : null),
};

export const META_HEAD = stringify([Object.keys(COLUMNS)]);

/** Cells are as they are: an apostrophe before = + - @ would become part of a title or an id. */
export const metaRow = (row: FeedRow): string =>
  printable(stringify([Object.values(COLUMNS).map((cell) => cell(row) ?? "")], { record_delimiter: "\n" }));
