/**
 * The feed of OpenAI, one JSON object a line (https://developers.openai.com/commerce/specs/file-upload/products, read in November 2026; earlier
 * editions require `is_eligible_search` and `is_eligible_checkout`, another one the countries: all are sent). Pure.
 */

import { FEED_LIMITS, feedPictures } from "./feed-problems.ts";
import type { FeedRow, FeedShop } from "./feed-row.ts";
import { isGlobalGtin } from "./gtin.ts";
import { amountText, shortened } from "./plain-texts.ts";

const LIMITS = FEED_LIMITS.openai;

export function openaiLine(row: FeedRow, shop: FeedShop): string {
  const [picture, ...more] = feedPictures(row);
  const gtin = row.barcode !== null && isGlobalGtin(row.barcode) ? row.barcode : null;
  const fields = {
    item_id: row.id,
    title: shortened(row.title, LIMITS.title),
    description: shortened(row.description, LIMITS.description),
    url: row.link,
    brand: row.brand,
    image_url: picture?.url,
    price: amountText(row.mrp),
    ...(row.mrp > row.price && { sale_price: amountText(row.price) }),
    availability: row.inStock ? "in_stock" : "out_of_stock",
    listing_has_variations: row.group !== null,
    ...(row.group && {
      group_id: row.group.id,
      item_group_title: row.group.title,
      size: row.size,
      variant_dict: { size: row.size },
    }),
    ...(gtin === null ? { mpn: row.id } : { gtin }),
    condition: "new",
    ...(row.categories.length > 0 && { product_category: row.categories.join(" > ") }),
    ...(row.weightGrams !== null && { weight: String(row.weightGrams), item_weight_unit: "g" }),
    is_digital: false,
    ...(more.length > 0 && { additional_image_urls: more.map(({ url }) => url).join(",") }),
    seller_name: shop.name,
    seller_url: `${shop.origin}/`,
    seller_privacy_policy: `${shop.origin}/privacy-policy`,
    seller_tos: `${shop.origin}/terms-conditions`,
    store_country: "IN",
    target_countries: ["IN"],
    ...(row.shipping && { shipping_price: amountText(row.shipping.price) }),
    accepts_returns: shop.returnDays > 0,
    ...(shop.returnDays > 0 && { return_deadline_in_days: shop.returnDays }),
    return_policy: shop.origin + shop.refundPolicyPath,
    ...(row.reviews && { review_count: row.reviews.count, star_rating: row.reviews.rating.toFixed(1) }),
    is_eligible_search: true,
    // Buying inside ChatGPT needs a connection that the shop does not have.
    is_eligible_checkout: false,
  };
  return `${JSON.stringify(fields)}\n`;
}
