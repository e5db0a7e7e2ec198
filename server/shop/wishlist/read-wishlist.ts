import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { ProductSummary } from "../../../contract/catalogue/schemas.ts";
import { totalPagesOf } from "../../../contract/responses.ts";
import type { SavedSize, Wishlist } from "../../../contract/wishlist/schemas.ts";
import { toRupees } from "../../base/money.ts";
import type { Database, DatabaseOrTransaction, ReadDatabase } from "../../platform/database/database.ts";
import { prepareQuery } from "../../platform/database/prepared.ts";
import { category, product, variant, wishlistItem } from "../../platform/database/schema.ts";
import { isPublished } from "../../selling/variants/published.ts";
import {
  createSummaryReader,
  inCategory,
  summaryColumns,
  toProductSummary,
} from "../catalogue/listing/product-summary.ts";

interface WishlistPage {
  page: number;
  perPage: number;
  /** Whether to omit the products. */
  forCount: boolean;
}

/** Creates the reader behind `GET user/wishlist`, with one prepared statement. */
export function createWishlistReader(
  db: Database,
): (customerId: number, page: WishlistPage) => Promise<Omit<Wishlist, "success" | "statusCode">> {
  const summaries = prepareQuery(
    "wishlist",
    db
      .select(summaryColumns)
      .from(wishlistItem)
      .innerJoin(product, eq(product.id, wishlistItem.productId))
      .innerJoin(category, inCategory)
      .where(and(eq(wishlistItem.customerId, sql.placeholder("customerId")), isPublished))
      .orderBy(desc(wishlistItem.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset")),
  );

  return async (customerId, { page, perPage, forCount }) => {
    const [productIds, found] = await Promise.all([
      readProductIds(db, customerId),
      forCount ? [] : summaries.execute({ customerId, limit: perPage, offset: (page - 1) * perPage }),
    ]);
    const shownIds = found.map(({ id }) => id);
    return {
      data: found.map(toProductSummary),
      page,
      perPage,
      totalData: productIds.length,
      totalPages: totalPagesOf(productIds.length, perPage),
      productIds: productIds.map(String),
      sizes: await readSizes(db, customerId, shownIds),
    };
  };
}

/** Reads the sizes that products were saved in and that are still sold. */
async function readSizes(
  db: DatabaseOrTransaction,
  customerId: number,
  productIds: readonly number[],
): Promise<SavedSize[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .select(SIZE_COLUMNS)
    .from(wishlistItem)
    .innerJoin(variant, and(eq(variant.id, wishlistItem.variantId), variant.onSale))
    .where(and(eq(wishlistItem.customerId, customerId), inArray(wishlistItem.productId, [...productIds])))
    .orderBy(desc(wishlistItem.id));
  return rows.map(toSavedSize);
}

const SIZE_COLUMNS = {
  productId: variant.productId,
  variantId: variant.id,
  label: variant.label,
  pricePaise: variant.pricePaise,
};

const toSavedSize = ({ productId, variantId, label, pricePaise }: SizeRow): SavedSize => ({
  product_id: String(productId),
  variant_id: String(variantId),
  size: label,
  price: toRupees(pricePaise),
});
interface SizeRow extends Pick<typeof variant.$inferSelect, "productId" | "label" | "pricePaise"> {
  variantId: number;
}

/** Reads the sizes with these ids that are sold. */
export async function readSavedSizes(db: ReadDatabase, variantIds: readonly string[]): Promise<SavedSize[]> {
  if (variantIds.length === 0) return [];
  const rows = await db
    .select(SIZE_COLUMNS)
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(inArray(variant.id, variantIds.map(Number)), variant.onSale, isPublished));
  return rows.map(toSavedSize);
}

/** Reads products in the order of their ids; skips ids without a product. */
export function createSavedProductsReader(
  db: ReadDatabase,
): (productIds: readonly string[]) => Promise<ProductSummary[]> {
  const readSummaries = createSummaryReader(db);
  return (productIds) => readSummaries([...new Set(productIds.map(Number))]);
}

/** Reads the product ids of a wishlist, newest first; products that are not published are omitted. */
export async function readProductIds(db: DatabaseOrTransaction, customerId: number): Promise<number[]> {
  const rows = await db
    .select({ productId: wishlistItem.productId })
    .from(wishlistItem)
    .innerJoin(product, eq(product.id, wishlistItem.productId))
    .where(and(eq(wishlistItem.customerId, customerId), isPublished))
    .orderBy(desc(wishlistItem.id));
  return rows.map(({ productId }) => productId);
}
