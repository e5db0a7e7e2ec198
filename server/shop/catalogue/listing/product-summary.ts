import { eq, type SQL, sql } from "drizzle-orm";
import { averageRating } from "../../../../contract/catalogue/rating.ts";
import type { ProductSummary } from "../../../../contract/catalogue/schemas.ts";
import { toRupees } from "../../../base/money.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { genericParam, prepareQuery } from "../../../platform/database/prepared.ts";
import { category, product } from "../../../platform/database/schema.ts";
import { isPublished } from "../../../selling/variants/published.ts";
import { type ApiField, apiColumns } from "../import/product-columns.ts";

/** The columns of product summaries, for queries that join `product` with `category` by `inCategory`. */
export const summaryColumns = { ...apiColumns("summary"), category: category.name };

/** Joins a product with its top category. */
export const inCategory: SQL = eq(category.id, product.categoryId);

export type SummaryRow = Pick<typeof product.$inferSelect, ApiField<"summary">> & { category: string };

/** A product card shows the first picture, and the second one on hover. */
const CARD_PICTURES = 2;

/** Maps a row to the API's shape. `markInCart` sets `add_cart`. */
export function toProductSummary(row: SummaryRow): ProductSummary {
  return {
    _id: String(row.id),
    id: String(row.id),
    slug: row.slug,
    title: row.title,
    sub_title: row.subTitle,
    category: row.category,
    price: toRupees(row.pricePaise),
    lowestPrice: toRupees(row.lowestPricePaise),
    highestPrice: toRupees(row.highestPricePaise),
    sizes: row.sizes,
    variant_id: String(row.firstVariantId),
    shownSize: {
      variant_id: String(row.shownVariantId ?? row.firstVariantId),
      label: row.shownSize ?? row.sizes[0] ?? "",
    },
    review: row.reviewCount,
    images: row.images.slice(0, CARD_PICTURES),
    notes: row.notes,
    availability: row.inStock ? "in_stock" : "out_of_stock",
    bestseller: row.isBestseller,
    isFeatured: row.isFeatured,
    add_cart: false,
    createdAt: row.createdAt.toISOString(),
    ...(row.originalPricePaise !== null && { originalPrice: toRupees(row.originalPricePaise) }),
    ...(row.reviewCount > 0 && { rating: averageRating(row.ratingSum, row.reviewCount) }),
  };
}

/** Exactly the fields of `Shape`. */
export type OnlyFieldsOf<Shape, Given> = Partial<Shape> & Record<Exclude<keyof Given, keyof Shape>, never>;

/** Reads summaries by product id, in the order of the ids; skips unpublished products. Uses one prepared statement. */
export function createSummaryReader(db: ReadDatabase): (ids: readonly number[]) => Promise<ProductSummary[]> {
  const statement = prepareQuery(
    "summaries",
    db
      .select(summaryColumns)
      .from(product)
      .innerJoin(category, inCategory)
      .where(sql`${product.id} = any (${genericParam("ids", "bigint[]")}) and ${isPublished}`),
  );
  return async (ids) => {
    if (ids.length === 0) return [];
    const rows = await statement.execute({ ids });
    const found = new Map(rows.map((row) => [row.id, toProductSummary(row)]));
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}
