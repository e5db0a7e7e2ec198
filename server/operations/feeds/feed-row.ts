/** A row of a feed: one size of a product as the page of its URL, the structured data there and the API say it. Pure. */

import { groupIdOf, offerPath } from "../../../contract/catalogue/product-path.ts";
import type { Product, Variant } from "../../../contract/catalogue/schemas.ts";
import { jpegPathOf } from "../../../contract/picture-renditions.ts";
import type { Picture } from "../../../contract/pictures.ts";

/** What the rows of a feed need to know of the shop. */
export interface FeedShop {
  name: string;
  origin: string;
  mediaHost: string;
  returnDays: number;
  refundPolicyPath: string;
}

/** What is known of a size besides the product's page. */
export interface SizeFacts {
  weightGrams: number | null;
  /** When its present price began and ends; null if it stays. */
  priceDates: { from: Date; to: Date } | null;
}

/** Amounts are rupees. */
export interface FeedRow {
  /** The SKU, which the structured data name, too. */
  id: string;
  productId: string;
  /** The product's, as the page has it. */
  productTitle: string;
  /** The product's with what it is and the size. */
  title: string;
  description: string;
  link: string;
  pictures: readonly FeedPicture[];
  inStock: boolean;
  /** What is paid now. */
  price: number;
  /** What is printed on the pack, and struck through if it is more. */
  mrp: number;
  priceDates: SizeFacts["priceDates"];
  brand: string;
  /** The barcode as entered. */
  barcode: string | null;
  /** What its sizes have in common; null for a product in one size. */
  group: { id: string; title: string } | null;
  size: string;
  quantity: Variant["netQuantity"];
  categories: readonly string[];
  googleCategory: string | null;
  shipping: Variant["shipping"];
  weightGrams: number | null;
  highlights: readonly string[];
  details: readonly (readonly [name: string, value: string])[];
  isBestseller: boolean;
  reviews: { count: number; rating: number } | null;
}

export interface FeedPicture {
  url: string;
  /** In pixels, of the original. */
  width: number;
  height: number;
  /** A drawing, which no service takes. */
  isDrawing: boolean;
}

/**
 * Makes the rows of a product, one for each size on sale.
 * @param known what is known of it besides its page: of its sizes by their ids
 */
export function rowsOfProduct(
  product: Product,
  { sizes, googleCategory }: { sizes: ReadonlyMap<string, SizeFacts>; googleCategory: string | null },
  shop: FeedShop,
): FeedRow[] {
  const absolute = (path: string) => (path.startsWith("/") ? shop.origin + path : path);
  const toPicture = ({ path, width, height }: Picture): FeedPicture => ({
    url: absolute(shop.mediaHost + jpegPathOf(path)),
    width,
    height,
    isDrawing: path.endsWith(".svg"),
  });
  const title = titleOf(product);
  const description = descriptionOf(product);
  const details = detailsOf(product);
  // A product that is no longer sold has its first size all the same.
  const onSale = product.variants.filter(({ label }) => product.sizes.includes(label));
  return onSale.map((size) => ({
    id: size.sku,
    productId: product._id,
    productTitle: product.title,
    title: `${title}, ${size.label}`,
    description,
    link: shop.origin + offerPath(product, size),
    pictures: [...(size.image ? [size.image] : []), ...product.images].map(toPicture),
    inStock: size.availability === "in_stock",
    price: size.price,
    mrp: size.originalPrice ?? size.price,
    priceDates: sizes.get(size._id)?.priceDates ?? null,
    brand: shop.name,
    barcode: size.barcode,
    group: product.variants.length > 1 ? { id: groupIdOf(product), title } : null,
    size: size.label,
    quantity: size.netQuantity,
    categories: product.categoryPath.map(({ name }) => name),
    googleCategory,
    shipping: size.shipping,
    weightGrams: sizes.get(size._id)?.weightGrams ?? null,
    highlights: product.key_benefits,
    details,
    isBestseller: product.bestseller,
    reviews: product.rating === undefined ? null : { count: product.review, rating: product.rating },
  }));
}

/** "Rose of Kannauj Eau de parfum", which says what it is unless the title does. */
function titleOf({ title, commonName }: Pick<Product, "title" | "commonName">): string {
  const isNamed = commonName === null || title.toLowerCase().includes(commonName.toLowerCase());
  return isNamed ? title : `${title} ${commonName}`;
}

function descriptionOf({ desc, sub_title, ingredients }: Product): string {
  const text = desc || sub_title;
  return text === "" || ingredients === "" ? text : `${text}\n\nIngredients: ${ingredients}`;
}

function detailsOf(product: Product): [string, string][] {
  const { top, heart, base } = product.notePyramid;
  const facts: [string, string | null][] = [
    ["Scent family", product.scentFamily],
    ["Concentration", product.concentration],
    ["Longevity", product.longevity],
    ["Sillage", product.sillage],
    ["Top notes", top.join(", ")],
    ["Heart notes", heart.join(", ")],
    ["Base notes", base.join(", ")],
    ["Allergens", product.allergens.join(", ")],
    ["Contents", product.setContents.join(", ")],
    ["Country of origin", product.countryOfOrigin],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
