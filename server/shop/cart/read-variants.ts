import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, product, variant } from "../../platform/database/schema.ts";
import { isPurchasable } from "../../selling/variants/published.ts";
import { type CartRow, currentProduct, currentVariant } from "./read-cart.ts";

/** A size, and how many of it. */
export interface ChosenVariant {
  variantId: number;
  quantity: number;
}

/**
 * Reads sizes as items of a cart at today's prices, ordered by id. One that does not exist is missing; one that is not sold has no `variant`.
 * @param customerId whose unpaid order counts as stock; null for somebody without an account
 */
export async function readVariantRows(
  db: DatabaseOrTransaction,
  chosen: readonly ChosenVariant[],
  customerId: number | null,
): Promise<CartRow[]> {
  if (chosen.length === 0) return [];
  const pending =
    customerId === null
      ? []
      : await db
          .select({ id: customerOrder.id })
          .from(customerOrder)
          .where(and(eq(customerOrder.customerId, customerId), eq(customerOrder.state, "pending")));
  const rows = await db
    .select({
      productId: product.id,
      variantId: variant.id,
      firstVariantId: product.firstVariantId,
      isAvailable: isPurchasable,
      current: currentProduct,
      currentVariant: currentVariant(sql`${customerId}::bigint`),
    })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(
      inArray(
        variant.id,
        chosen.map(({ variantId }) => variantId),
      ),
    )
    .orderBy(asc(variant.id));
  const quantities = new Map(chosen.map(({ variantId, quantity }) => [variantId, quantity]));
  return rows.map(({ current, currentVariant: sold, firstVariantId, isAvailable, ...row }) => ({
    ...row,
    quantity: quantities.get(row.variantId) ?? 0,
    isFirst: row.variantId === firstVariantId,
    // The buyer agrees to the total that is shown.
    agreedPricePaise: sold.pricePaise,
    slug: current.slug,
    title: current.title,
    subTitle: current.subTitle,
    label: sold.label,
    image: current.image,
    categoryIds: [current.categoryId, current.subcategoryId].filter((one) => typeof one === "number"),
    hasPendingOrder: pending.length > 0,
    // Placing the order reads them.
    hasUnpaidOrders: true,
    variant: isAvailable ? sold : null,
  }));
}
