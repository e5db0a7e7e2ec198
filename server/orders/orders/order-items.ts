import { and, asc, eq, inArray } from "drizzle-orm";
import { averageRating } from "../../../contract/catalogue/rating.ts";
import type { OrderItem } from "../../../contract/orders/schemas.ts";
import { paise, toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderItem, product } from "../../platform/database/schema.ts";
import { isPublished } from "../../selling/variants/published.ts";

/** Reads items by order id, as bought, with the product's current slug and rating. */
export async function readOrderItems(
  db: DatabaseOrTransaction,
  orderIds: readonly number[],
): Promise<Map<number, OrderItem[]>> {
  const items = new Map<number, OrderItem[]>(orderIds.map((id) => [id, []]));
  if (orderIds.length === 0) return items;
  const rows = await db
    .select({
      orderId: orderItem.orderId,
      position: orderItem.position,
      productId: orderItem.productId,
      variantId: orderItem.variantId,
      title: orderItem.title,
      label: orderItem.label,
      image: orderItem.image,
      quantity: orderItem.quantity,
      creditedQuantity: orderItem.creditedQuantity,
      pricePaise: orderItem.pricePaise,
      originalPricePaise: orderItem.originalPricePaise,
      slug: product.slug,
      ratingSum: product.ratingSum,
      reviewCount: product.reviewCount,
    })
    .from(orderItem)
    .leftJoin(product, and(eq(product.id, orderItem.productId), isPublished))
    .where(inArray(orderItem.orderId, [...orderIds]))
    .orderBy(asc(orderItem.orderId), asc(orderItem.position));
  for (const row of rows) {
    const { orderId, position, productId, variantId, title, label, image, quantity, creditedQuantity, ...prices } = row;
    const { pricePaise, originalPricePaise } = prices;
    items.get(orderId)?.push({
      position,
      product: {
        _id: String(productId),
        slug: row.slug,
        title,
        variant_id: String(variantId),
        size: label,
        price: toRupees(pricePaise),
        ...(originalPricePaise !== null && { originalPrice: toRupees(originalPricePaise) }),
        images: image ? [image] : [],
        rating: averageRating(row.ratingSum ?? 0, row.reviewCount ?? 0),
        reviewCount: row.reviewCount ?? 0,
      },
      quantity,
      creditedQuantity,
      total: toRupees(paise(pricePaise * quantity)),
    });
  }
  return items;
}
