import { eq, inArray } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { cartItem, product, variant } from "../server/platform/database/schema.ts";

/** Units in the demo customer's cart, by product slug. */
const CART: Readonly<Record<string, number>> = { "kewra-bloom": 1, "kumkumadi-face-oil": 2 };

export async function fillDemoCart(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const found = await trx
    .select()
    .from(product)
    .innerJoin(variant, eq(variant.id, product.firstVariantId))
    .where(inArray(product.slug, Object.keys(CART)));
  await trx.insert(cartItem).values(
    found.map(({ product: { id, slug, title, images }, variant: { id: variantId, label, pricePaise } }) => ({
      customerId,
      productId: id,
      variantId,
      quantity: CART[slug] ?? 1,
      agreedPricePaise: pricePaise,
      title,
      label,
      image: images[0] ?? null,
    })),
  );
}
