import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { gstRate, product, variant } from "../../../platform/database/schema.ts";
import { receiveStock } from "../../../selling/stock/stock.ts";
import { GST_SINCE } from "../../../selling/variants/gst-rate.ts";
import { projectVariants } from "../../../selling/variants/project-variants.ts";

/** The columns that projectVariants() derives. */
type Projected =
  | "firstVariantId"
  | "pricePaise"
  | "originalPricePaise"
  | "lowestPricePaise"
  | "highestPricePaise"
  | "sizes"
  | "inStock";

/** A new size; its index in the list is its position. */
export type NewVariant = Omit<typeof variant.$inferInsert, "productId" | "position"> & {
  /** Valid since the beginning of GST. */
  gstPercent: number;
  /** Number of available units. */
  stock: number;
};

export type NewProduct = Omit<typeof product.$inferInsert, Projected> & { variants: [NewVariant, ...NewVariant[]] };

/**
 * Inserts products with their sizes, GST rates and stock.
 * @param reason of the first movement of stock
 * @returns their ids, in the same order
 */
export async function addProducts(
  trx: DatabaseOrTransaction,
  products: readonly NewProduct[],
  reason = "",
): Promise<number[]> {
  if (products.length === 0) return [];
  const inserted = await trx
    .insert(product)
    .values(products.map(({ variants: _, ...values }) => values))
    .returning({ id: product.id, slug: product.slug });
  const idOf = new Map(inserted.map(({ id, slug }) => [slug, id]));
  const ids = products.map(({ slug }) => idOf.get(slug) ?? 0);
  const sizes = products.flatMap(({ variants }, at) =>
    variants.map((size, position) => ({ ...size, position, productId: ids[at] ?? 0 })),
  );
  const added = await trx
    .insert(variant)
    .values(sizes.map(({ gstPercent: _, stock: __, ...values }) => values))
    .returning({ id: variant.id, sku: variant.sku });
  const variantOf = new Map(added.map(({ id, sku }) => [sku, id]));
  const known = sizes.map((size) => ({ ...size, variantId: variantOf.get(size.sku) ?? 0 }));
  await trx
    .insert(gstRate)
    .values(known.map(({ variantId, gstPercent }) => ({ variantId, validFrom: GST_SINCE, percent: gstPercent })));
  await projectVariants(trx, ids);
  await receiveStock(
    trx,
    known.map(({ variantId, stock }) => ({ variantId, quantity: stock })),
    { reason },
  );
  return ids;
}
