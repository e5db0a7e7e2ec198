/** The feed of Google Merchant Center: RSS 2.0 with its attributes (https://support.google.com/merchants/answer/7052112). Pure. */

import { FEED_LIMITS, feedPictures } from "./feed-problems.ts";
import type { FeedRow, FeedShop } from "./feed-row.ts";
import { isGlobalGtin } from "./gtin.ts";
import { amountText, periodText, printable, shortened } from "./plain-texts.ts";

const LIMITS = FEED_LIMITS.google;
const MAX_MORE_PICTURES = 10;
const MAX_HIGHLIGHTS = 10;
const MAX_HIGHLIGHT = 150;
const MAX_DETAIL = 1000;
/** An order after the cut-off leaves on the next working day. */
const HANDLING_DAYS = { min: 0, max: 1 };

export const googleHead = ({ name, origin }: Pick<FeedShop, "name" | "origin">): string =>
  printable(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${element("title", name)}${element("link", `${origin}/`)}${element("description", `Products of ${name}`)}`);

export const GOOGLE_TAIL = "</channel>\n</rss>\n";

export function googleItem(row: FeedRow): string {
  const [picture, ...more] = feedPictures(row);
  const highlights = row.highlights.filter((text) => text.length <= MAX_HIGHLIGHT).slice(0, MAX_HIGHLIGHTS);
  const gtin = row.barcode !== null && isGlobalGtin(row.barcode) ? row.barcode : null;
  const isReduced = row.mrp > row.price;
  // Once for all texts, since it takes the most time.
  return printable(`<item>
${[
  element("g:id", row.id),
  element("title", shortened(row.title, LIMITS.title)),
  element("description", shortened(row.description, LIMITS.description)),
  element("link", row.link),
  element("g:image_link", picture?.url),
  ...more.slice(0, MAX_MORE_PICTURES).map(({ url }) => element("g:additional_image_link", url)),
  element("g:availability", row.inStock ? "in_stock" : "out_of_stock"),
  element("g:price", amountText(row.mrp)),
  isReduced && element("g:sale_price", amountText(row.price)),
  isReduced && row.priceDates && element("g:sale_price_effective_date", periodText(row.priceDates)),
  // The checkout names the MRP, too (docs/decisions/2026-11-28-mrp-beside-every-price.md).
  element("g:maximum_retail_price", amountText(row.mrp)),
  element("g:condition", "new"),
  element("g:brand", row.brand),
  // The shop is the maker, so that a size without a GTIN has brand and part number; it never says that no identifier exists.
  gtin === null ? element("g:mpn", row.id) : element("g:gtin", gtin),
  element("g:item_group_id", row.group?.id),
  row.group && element("g:size", row.size),
  ...unitPricing(row),
  row.googleCategory !== null && element("g:google_product_category", row.googleCategory),
  row.categories.length > 0 && element("g:product_type", row.categories.join(" > ")),
  shipping(row),
  row.weightGrams !== null && element("g:shipping_weight", `${row.weightGrams} g`),
  ...(highlights.length > 1 ? highlights.map((text) => element("g:product_highlight", text)) : []),
  ...row.details.map(
    ([name, value]) =>
      `<g:product_detail>\n${element("g:attribute_name", name)}${element("g:attribute_value", shortened(value, MAX_DETAIL))}</g:product_detail>\n`,
  ),
  row.isBestseller && element("g:custom_label_0", "bestseller"),
]
  .filter(Boolean)
  .join("")}</item>
`);
}

/** The price of 100 ml, 100 g or a piece, as the page has a unit price; one piece has none. */
function unitPricing({ quantity: { value, unit } }: FeedRow): (string | false)[] {
  if (unit === "pieces" && value === 1) return [];
  const [name, base] = unit === "pieces" ? ["ct", "1ct"] : [unit, `100${unit}`];
  return [element("g:unit_pricing_measure", `${value}${name}`), element("g:unit_pricing_base_measure", base)];
}

function shipping({ shipping }: FeedRow): string | false {
  if (!shipping) return false;
  const { price, days } = shipping;
  const times: [string, number][] = days
    ? [
        ["min_handling_time", HANDLING_DAYS.min],
        ["max_handling_time", HANDLING_DAYS.max],
        ["min_transit_time", days.min],
        ["max_transit_time", days.max],
      ]
    : [];
  return `<g:shipping>\n${element("g:country", "IN")}${element("g:price", amountText(price))}${times
    .map(([name, value]) => element(`g:${name}`, String(value)))
    .join("")}</g:shipping>\n`;
}

function element(name: string, text: string | undefined): string {
  return text === undefined ? "" : `<${name}>${escapeXml(text)}</${name}>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // A reader would turn it into a line feed.
  "\r": "&#13;",
};
const escapeXml = (text: string) => text.replace(/[&<>"'\r]/g, (character) => ESCAPES[character] ?? "");
