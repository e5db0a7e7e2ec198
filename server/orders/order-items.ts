import { asc, eq, inArray } from "drizzle-orm";
import type { OrderItem } from "../../contract/orders/schemas.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { orderItem, productCard } from "../database/schema.ts";
import { paise, toRupees } from "../money.ts";

/** Reads items by order id: as bought, with slug and rating of the product today. */
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
      card: productCard.card,
    })
    .from(orderItem)
    .leftJoin(productCard, eq(productCard.productId, orderItem.productId))
    .where(inArray(orderItem.orderId, [...orderIds]))
    .orderBy(asc(orderItem.orderId), asc(orderItem.position));
  for (const { orderId, productId, title, image, quantity, pricePaise, originalPricePaise, card } of rows) {
    items.get(orderId)?.push({
      product: {
        _id: String(productId),
        slug: card?.slug ?? null,
        title,
        price: toRupees(pricePaise),
        ...(originalPricePaise !== null && { originalPrice: toRupees(originalPricePaise) }),
        images: image ? [image] : [],
        rating: card?.rating ?? 0,
        reviewCount: card?.review ?? 0,
      },
      quantity,
      total: toRupees(paise(pricePaise * quantity)),
    });
  }
  return items;
}
