import { and, eq, inArray } from "drizzle-orm";
import type { ChangedWishlist } from "../../contract/wishlist/schemas.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { lockCustomer } from "../database/lock-customer.ts";
import { product, wishlistItem } from "../database/schema.ts";
import { isPublished } from "../variants/published.ts";
import { chooseItems } from "./choose-items.ts";
import { readProductIds } from "./read-wishlist.ts";

interface Changes {
  /** Oldest first. */
  add: number[];
  remove: number[];
}

/** Adds and removes products in one transaction. `leftOut` says which could not be added, and why. */
export async function changeWishlist(
  db: Database,
  customerId: number,
  { add, remove }: Changes,
): Promise<ChangedWishlist> {
  return db.transaction(async (trx) => {
    // So that each change sees how many products the wishlist has.
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
    if (added.length > 0) await trx.insert(wishlistItem).values(added.map((productId) => ({ customerId, productId })));
    return {
      productIds: (await readProductIds(trx, customerId)).map(String),
      omitted: omitted.map(({ productId, reason }) => ({ product_id: String(productId), reason })),
    };
  });
}

/** Finds and locks those that are published. */
async function findExisting(trx: DatabaseOrTransaction, productIds: number[]): Promise<number[]> {
  if (productIds.length === 0) return [];
  const found = await trx
    .select({ id: product.id })
    .from(product)
    .where(and(inArray(product.id, productIds), isPublished))
    .for("key share");
  return found.map(({ id }) => id);
}
