import { sql } from "drizzle-orm";
import type { ProductSummary } from "../../contract/catalogue.ts";
import type { Picture } from "../../contract/pictures.ts";
import { product } from "../database/schema.ts";
import { type JsonValues, jsonRow } from "./json-row.ts";

/** A product's row as far as a card needs it. */
export interface CardRow {
  id: number;
  slug: string;
  title: string;
  subTitle: string;
  category: string;
  pricePaise: number;
  originalPricePaise: number | null;
  ratingSum: number;
  reviewCount: number;
  images: Picture[];
  notes: string[];
  inStock: boolean;
  isBestseller: boolean;
  isFeatured: boolean;
  createdAt: string;
}

export const cardColumns = {
  id: product.id,
  slug: product.slug,
  title: product.title,
  subTitle: product.subTitle,
  category: sql`(select category.name from category where category.id = ${product.categoryId})`,
  pricePaise: product.pricePaise,
  originalPricePaise: product.originalPricePaise,
  ratingSum: product.ratingSum,
  reviewCount: product.reviewCount,
  /** The second picture shows on hover. */
  images: sql`jsonb_path_query_array(${product.images}, '$[0 to 1]')`,
  notes: product.notes,
  inStock: product.inStock,
  isBestseller: product.isBestseller,
  isFeatured: product.isFeatured,
  createdAt: product.createdAt,
};

const card = jsonRow<CardRow>(cardColumns);

/** A card's row as the database sends it. */
export const cardJson = card.json;

/** A card's row from what cardJson answered. */
export const readCard = (values: JsonValues): CardRow => card.read(values);

/** A card as the contract shows it, from what cardJson answered. */
export const toCard = (values: JsonValues): ProductSummary => toSummary(readCard(values));

/** A row as the contract shows it: paise become rupees, a rating nobody gave is left out. */
export function toSummary(row: CardRow): ProductSummary {
  const summary: ProductSummary = {
    _id: String(row.id),
    id: String(row.id),
    slug: row.slug,
    title: row.title,
    sub_title: row.subTitle,
    category: row.category,
    price: row.pricePaise / 100,
    review: row.reviewCount,
    images: row.images,
    notes: row.notes,
    availability: row.inStock ? "in_stock" : "out_of_stock",
    bestseller: row.isBestseller,
    isFeatured: row.isFeatured,
    add_cart: false,
    createdAt: new Date(row.createdAt).toISOString(),
  };
  if (row.originalPricePaise !== null) summary.originalPrice = row.originalPricePaise / 100;
  if (row.reviewCount > 0) summary.rating = averageRating(row.ratingSum, row.reviewCount);
  return summary;
}

/** The average of the stars to one decimal, half up: 9 stars in 2 reviews are 4.5. */
export function averageRating(ratingSum: number, reviewCount: number): number {
  return Math.round((ratingSum * 10) / reviewCount) / 10;
}
