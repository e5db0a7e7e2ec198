import { eq, type SQL, sql } from "drizzle-orm";
import { averageRating } from "../../contract/catalogue/rating.ts";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import type { Picture } from "../../contract/pictures.ts";
import type { Database } from "../database/database.ts";
import { genericParam, prepareQuery } from "../database/prepared.ts";
import { category, product } from "../database/schema.ts";
import { toRupees } from "../money.ts";
import { type ApiField, apiColumns } from "./product-columns.ts";

/** The columns of product summaries, for queries that join `product` with `category` by `inCategory`. */
export const summaryColumns = {
  ...apiColumns("summary"),
  category: category.name,
  // A product card shows the first picture, and the second on hover.
  images: sql<Picture[]>`jsonb_path_query_array(${product.images}, '$[0 to 1]')`,
};

/** Joins a product with its top category. */
export const inCategory: SQL = eq(category.id, product.categoryId);

export type SummaryRow = Pick<typeof product.$inferSelect, ApiField<"summary">> & {
  category: string;
  images: Picture[];
};

/** Maps a row to the API's shape. markInCart sets `add_cart`. */
export function toProductSummary(row: SummaryRow): ProductSummary {
  const { id, subTitle, pricePaise, originalPricePaise, ratingSum, reviewCount, inStock, isBestseller, ...rest } = row;
  const { createdAt, ...sameName } = rest;
  return {
    // Does not compile if a summary column has no field of the same name in the contract.
    ...(sameName satisfies OnlyFieldsOf<ProductSummary, typeof sameName>),
    _id: String(id),
    id: String(id),
    sub_title: subTitle,
    price: toRupees(pricePaise),
    ...(originalPricePaise !== null && { originalPrice: toRupees(originalPricePaise) }),
    ...(reviewCount > 0 && { rating: averageRating(ratingSum, reviewCount) }),
    review: reviewCount,
    availability: inStock ? "in_stock" : "out_of_stock",
    bestseller: isBestseller,
    add_cart: false,
    createdAt: createdAt.toISOString(),
  };
}

/** Only fields of `Shape`. */
export type OnlyFieldsOf<Shape, Given> = Partial<Shape> & Record<Exclude<keyof Given, keyof Shape>, never>;

/** Reads summaries by product id, in the order of the ids; skips ids without a product. One prepared statement. */
export function createSummaryReader(db: Database): (ids: readonly number[]) => Promise<ProductSummary[]> {
  const statement = prepareQuery(
    "summaries",
    db
      .select(summaryColumns)
      .from(product)
      .innerJoin(category, inCategory)
      .where(sql`${product.id} = any (${genericParam("ids", "integer[]")})`),
  );
  return async (ids) => {
    if (ids.length === 0) return [];
    const rows = await statement.execute({ ids });
    const found = new Map(rows.map((row) => [row.id, toProductSummary(row)]));
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}
