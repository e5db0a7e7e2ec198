import { inArray } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { product, wishlistItem } from "../server/platform/database/schema.ts";

/** The demo customer's wishlist, the earliest first, by product slug. */
const WISHLIST = ["kewra-bloom", "saffron-oud", "rose-water-toner", "discovery-set", "gulab-attar"];

export async function fillDemoWishlist(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const products = await trx
    .select({ id: product.id, slug: product.slug })
    .from(product)
    .where(inArray(product.slug, WISHLIST));
  products.sort((a, b) => WISHLIST.indexOf(a.slug) - WISHLIST.indexOf(b.slug));
  await trx.insert(wishlistItem).values(products.map(({ id }) => ({ customerId, productId: id })));
}
