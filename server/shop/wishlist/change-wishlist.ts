import { and, eq, inArray } from "drizzle-orm";
import type { ChangedWishlist } from "../../../contract/wishlist/schemas.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import { product, variant, wishlistItem } from "../../platform/database/schema.ts";
import { isPublished } from "../../selling/variants/published.ts";
import { chooseItems } from "./choose-items.ts";
import { readProductIds } from "./read-wishlist.ts";

interface Changes {
  /** The oldest first. */
  add: number[];
  remove: number[];
  /** Sizes of products in `add`. */
  sizes: readonly WishedSize[];
}
interface WishedSize {
  productId: number;
  variantId: number;
}

/** Adds and removes products in one transaction. Returns which could not be added, and why. */
export async function changeWishlist(
  db: Database,
  customerId: number,
  { add, remove, sizes }: Changes,
): Promise<ChangedWishlist> {
  return db.transaction(async (trx) => {
    // Serialises changes, so that each sees how many products the wishlist has.
    await lockCustomer(trx, customerId);
    if (remove.length > 0)
      await trx
        .delete(wishlistItem)
        .where(and(eq(wishlistItem.customerId, customerId), inArray(wishlistItem.productId, remove)));
    const { added, omitted } = chooseItems({
      add,
      saved: await readProductIds(trx, customerId),
      existing: await findExisting(trx, add),
    });
    const sold = await findSold(
      trx,
      sizes.filter(({ productId }) => add.includes(productId)),
    );
    const sizeOf = (productId: number) => sold.find((size) => size.productId === productId)?.variantId ?? null;
    if (added.length > 0)
      await trx
        .insert(wishlistItem)
        .values(added.map((productId) => ({ customerId, productId, variantId: sizeOf(productId) })));
    for (const { productId, variantId } of sold.filter((size) => !added.includes(size.productId)))
      await trx
        .update(wishlistItem)
        .set({ variantId })
        .where(and(eq(wishlistItem.customerId, customerId), eq(wishlistItem.productId, productId)));
    return {
      productIds: (await readProductIds(trx, customerId)).map(String),
      omitted: omitted.map(({ productId, reason }) => ({ product_id: String(productId), reason })),
    };
  });
}

/** Finds and locks the published products among these. */
async function findExisting(trx: DatabaseOrTransaction, productIds: number[]): Promise<number[]> {
  if (productIds.length === 0) return [];
  const found = await trx
    .select({ id: product.id })
    .from(product)
    .where(and(inArray(product.id, productIds), isPublished))
    .for("key share");
  return found.map(({ id }) => id);
}

/** Finds the sizes that are sold and belong to their product; the last of several sizes of one product. */
async function findSold(trx: DatabaseOrTransaction, sizes: readonly WishedSize[]): Promise<WishedSize[]> {
  if (sizes.length === 0) return [];
  const ids = sizes.map(({ variantId }) => variantId);
  const found = await trx
    .select({ productId: variant.productId, variantId: variant.id })
    .from(variant)
    .where(and(inArray(variant.id, ids), variant.onSale));
  const sold = sizes.filter((size) =>
    found.some(({ productId, variantId }) => productId === size.productId && variantId === size.variantId),
  );
  return [...new Map(sold.map((size) => [size.productId, size])).values()];
}
