/** A product as agents learn of it, before a version of the protocol writes it down: what its page, the API and the feeds say. Pure. */

import { groupIdOf, productPath } from "../../../../contract/catalogue/product-path.ts";
import type { Product } from "../../../../contract/catalogue/schemas.ts";
import { unitPrice } from "../../../../contract/catalogue/unit-price.ts";
import { type Paise, toPaise } from "../../../base/money.ts";
import { type FeedPicture, type FeedRow, type FeedShop, rowsOfProduct } from "../../feeds/feed-row.ts";
import { isGlobalGtin } from "../../feeds/gtin.ts";
import { type Declarations, type DeclaringShop, declarationsOf } from "./declarations.ts";

/** What is known of the shop besides the product. */
export type AgentShop = FeedShop & DeclaringShop;

export interface AgentProduct {
  /** The id of its row, which agents do not learn. */
  rowId: number;
  /** That of its group in feeds and structured data: its slug, or if that is long `product-<id>`. */
  id: string;
  /** Its slug. */
  handle: string;
  title: string;
  description: string;
  url: string;
  categories: readonly { value: string; taxonomy: "merchant" | "google_product_category" }[];
  /** Slugs of the same categories, by which a filter may name them. */
  categorySlugs: readonly string[];
  media: readonly AgentMedia[];
  /** Of 1 to 5 stars; null without reviews. */
  rating: { value: number; count: number } | null;
  /** Its sizes on sale, the one that its page shows first; at least one. */
  variants: readonly [AgentVariant, ...AgentVariant[]];
  /** The same sizes in the order of its page. */
  sizes: readonly Pick<AgentVariant, "size" | "isAvailable">[];
  /** Facts by their names, such as the notes of a perfume. */
  facts: Readonly<Record<string, string>>;
  highlights: readonly string[];
  declarations: Declarations;
}

export interface AgentVariant {
  /** The SKU, as in feeds and structured data. */
  id: string;
  /** "50 ml". */
  size: string;
  /** The product with what it is and the size. */
  name: string;
  url: string;
  price: Paise;
  /** The MRP, if the price is below it. */
  listPrice: Paise | null;
  quantity: FeedRow["quantity"];
  /** The price of `of` millilitres, grams or pieces; null for a single piece. */
  unitPrice: { amount: Paise; of: number } | null;
  isAvailable: boolean;
  /** Null without one that is unique in the world. */
  gtin: string | null;
  /** Its own picture; empty if the product's show it. */
  media: readonly AgentMedia[];
}

export interface AgentMedia {
  url: string;
  alt: string;
  width: number;
  height: number;
}

/** Maps a product; null for one that has no size on sale. */
export function toAgentProduct(
  product: Product,
  { googleCategory, shop }: { googleCategory: string | null; shop: AgentShop },
): AgentProduct | null {
  const rows = rowsOfProduct(product, { sizes: new Map(), googleCategory }, shop);
  const shown = rows.find(({ size }) => size === product.shownSize.label) ?? rows[0];
  if (!shown) return null;
  const ownPictures = new Map(product.variants.map(({ sku, image }) => [sku, image]));
  const toVariant = (row: FeedRow): AgentVariant => {
    const own = ownPictures.get(row.id);
    return variantOf(row, own ? row.pictures.slice(0, 1).map((one) => withAlt(one, own.alt)) : []);
  };
  const others = rows.filter((row) => row !== shown);
  const pictures = shown.pictures.slice(ownPictures.get(shown.id) ? 1 : 0);
  return {
    rowId: Number(product._id),
    id: groupIdOf(product),
    handle: product.slug,
    title: product.title,
    description: product.desc || product.sub_title || shown.title,
    url: shop.origin + productPath(product.slug, ""),
    categories: [
      ...product.categoryPath.map((_, at) => ({
        value: product.categoryPath
          .slice(0, at + 1)
          .map(({ name }) => name)
          .join(" > "),
        taxonomy: "merchant" as const,
      })),
      ...(googleCategory === null ? [] : [{ value: googleCategory, taxonomy: "google_product_category" as const }]),
    ],
    categorySlugs: product.categoryPath.map(({ slug }) => slug),
    media: pictures.map((picture, at) => withAlt(picture, product.images[at]?.alt ?? "")),
    rating: product.rating === undefined ? null : { value: product.rating, count: product.review },
    variants: [toVariant(shown), ...others.map(toVariant)],
    sizes: rows.map(({ size, inStock }) => ({ size, isAvailable: inStock })),
    facts: Object.fromEntries(shown.details),
    highlights: product.key_benefits,
    declarations: declarationsOf(product, shop),
  };
}

function variantOf(row: FeedRow, media: AgentMedia[]): AgentVariant {
  const perUnit = unitPrice(row.price, row.quantity);
  return {
    id: row.id,
    size: row.size,
    name: row.title,
    url: row.link,
    price: toPaise(row.price),
    listPrice: row.mrp > row.price ? toPaise(row.mrp) : null,
    quantity: row.quantity,
    unitPrice: perUnit && { amount: toPaise(perUnit.rupees), of: perUnit.of },
    isAvailable: row.inStock,
    gtin: row.barcode !== null && isGlobalGtin(row.barcode) ? row.barcode : null,
    media,
  };
}

const withAlt = ({ url, width, height }: FeedPicture, alt: string): AgentMedia => ({ url, alt, width, height });
