import { inArray } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../server/database/database.ts";
import { cartItem, product } from "../server/database/schema.ts";

/** Units in the demo customer's cart, by product slug. */
const CART: Readonly<Record<string, number>> = { "kewra-bloom": 1, "kumkumadi-face-oil": 2 };

export async function fillDemoCart(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const products = await trx
    .select()
    .from(product)
    .where(inArray(product.slug, Object.keys(CART)));
  await trx.insert(cartItem).values(
    products.map(({ id, slug, title, images, pricePaise }) => ({
      customerId,
      productId: id,
      quantity: CART[slug] ?? 1,
      agreedPricePaise: pricePaise,
      title,
      image: images[0] ?? null,
    })),
  );
}
