import { and, eq, inArray } from "drizzle-orm";
import type { ChangedWishlist } from "../../contract/wishlist/schemas.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { customer, product, wishlistItem } from "../database/schema.ts";
import { chooseItems } from "./choose-items.ts";
import { readProductIds } from "./read-wishlist.ts";

interface Changes {
  /** In the order in which they were hearted. */
  add: number[];
  remove: number[];
}

/** Adds hearts and takes others away, all in one. What cannot be added is told, and hinders nothing else. */
export async function changeWishlist(
  db: Database,
  customerId: number,
  { add, remove }: Changes,
): Promise<ChangedWishlist> {
  return db.transaction(async (trx) => {
    // Changes of one wishlist wait for each other, so that each knows how much room there is.
    await trx.select({ id: customer.id }).from(customer).where(eq(customer.id, customerId)).for("no key update");
    if (remove.length > 0)
      await trx
        .delete(wishlistItem)
        .where(and(eq(wishlistItem.customerId, customerId), inArray(wishlistItem.productId, remove)));
    const { added, leftOut } = chooseItems({
      add,
      held: await readProductIds(trx, customerId),
      sold: await findSold(trx, add),
    });
    if (added.length > 0) await trx.insert(wishlistItem).values(added.map((productId) => ({ customerId, productId })));
    return {
      productIds: (await readProductIds(trx, customerId)).map(String),
      leftOut: leftOut.map(({ productId, reason }) => ({ product_id: String(productId), reason })),
    };
  });
}

/** Those of the products that are sold. None of them is deleted before the transaction ends. */
async function findSold(trx: DatabaseOrTransaction, productIds: number[]): Promise<number[]> {
  if (productIds.length === 0) return [];
  const found = await trx
    .select({ id: product.id })
    .from(product)
    .where(inArray(product.id, productIds))
    .for("key share");
  return found.map(({ id }) => id);
}
