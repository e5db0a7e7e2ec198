import { asc, eq, inArray } from "drizzle-orm";
import type { OrderItem } from "../../contract/orders.ts";
import { averageRating } from "../catalogue/product-card.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { orderItem, product } from "../database/schema.ts";

/** The items of some orders, by the order's id: as they were bought, with what has become of their products. */
export async function readOrderItems(
  db: DatabaseOrTransaction,
  orderIds: readonly number[],
): Promise<Map<number, OrderItem[]>> {
  const items = new Map<number, OrderItem[]>(orderIds.map((id) => [id, []]));
  if (orderIds.length === 0) return items;
  const rows = await db
    .select({
      orderId: orderItem.orderId,
      productId: orderItem.productId,
      title: orderItem.title,
      image: orderItem.image,
      quantity: orderItem.quantity,
      pricePaise: orderItem.pricePaise,
      originalPricePaise: orderItem.originalPricePaise,
      slug: product.slug,
      ratingSum: product.ratingSum,
      reviewCount: product.reviewCount,
    })
    .from(orderItem)
    .leftJoin(product, eq(product.id, orderItem.productId))
    .where(inArray(orderItem.orderId, [...orderIds]))
    .orderBy(asc(orderItem.orderId), asc(orderItem.position));
  for (const { orderId, productId, title, image, quantity, pricePaise, originalPricePaise, ...now } of rows) {
    items.get(orderId)?.push({
      product: {
        _id: String(productId),
        slug: now.slug,
        title,
        price: pricePaise / 100,
        ...(originalPricePaise !== null && { originalPrice: originalPricePaise / 100 }),
        images: image ? [image] : [],
        rating: now.reviewCount ? averageRating(now.ratingSum ?? 0, now.reviewCount) : 0,
        reviewCount: now.reviewCount ?? 0,
      },
      quantity,
      total: (pricePaise * quantity) / 100,
    });
  }
  return items;
}
