import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { type BoughtSize, ORDER_STATES } from "../../../contract/orders/schemas.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, orderItem } from "../../platform/database/schema.ts";
import { isSale } from "./lifecycle.ts";

const SOLD = ORDER_STATES.filter(isSale);

/** Reads the sizes of a product that a customer has bought and not sent back, latest order first. Free samples are omitted. */
export async function readBoughtSizes(
  db: DatabaseOrTransaction,
  { customerId, productId }: { customerId: number; productId: number },
): Promise<BoughtSize[]> {
  const lastOrderedAt = sql`max(${customerOrder.createdAt})`;
  const rows = await db
    .select({
      variantId: orderItem.variantId,
      // The label as in its latest order.
      label: sql<string>`(array_agg(${orderItem.label} order by ${customerOrder.createdAt} desc))[1]`,
      orderedAt: lastOrderedAt.mapWith(customerOrder.createdAt),
      deliveredAt: sql<Date | null>`min(${customerOrder.deliveredAt})`.mapWith(customerOrder.deliveredAt),
    })
    .from(orderItem)
    .innerJoin(customerOrder, eq(customerOrder.id, orderItem.orderId))
    .where(
      and(
        eq(customerOrder.customerId, customerId),
        eq(orderItem.productId, productId),
        inArray(customerOrder.state, SOLD),
        lt(orderItem.creditedQuantity, orderItem.quantity),
        sql`${orderItem.pricePaise} > 0`,
      ),
    )
    .groupBy(orderItem.variantId)
    .orderBy(sql`${lastOrderedAt} desc`);
  return rows.map(({ variantId, label, orderedAt, deliveredAt }) => ({
    variant_id: String(variantId),
    size: label,
    orderedAt: orderedAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
  }));
}
