import { and, eq, gt, inArray, isNotNull, lt } from "drizzle-orm";
import { ORDER_STATES } from "../../../contract/orders/schemas.ts";
import { paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, orderItem } from "../../platform/database/schema.ts";
import { isSale } from "./lifecycle.ts";
import { isReal } from "./test-orders.ts";

const SOLD = ORDER_STATES.filter(isSale);

/**
 * Whether a customer has paid for a product in an order and has not cancelled or returned all units of it. With cash on delivery the order is
 * paid when it is delivered. A free sample is not bought, nor is anything with a test payment.
 */
export async function hasBought(
  db: DatabaseOrTransaction,
  { customerId, productId }: { customerId: number; productId: number },
): Promise<boolean> {
  const [found] = await db
    .select({ orderId: orderItem.orderId })
    .from(orderItem)
    .innerJoin(customerOrder, eq(customerOrder.id, orderItem.orderId))
    .where(
      and(
        eq(customerOrder.customerId, customerId),
        eq(orderItem.productId, productId),
        inArray(customerOrder.state, SOLD),
        isNotNull(customerOrder.paidAt),
        isReal,
        gt(orderItem.pricePaise, paise(0)),
        lt(orderItem.creditedQuantity, orderItem.quantity),
      ),
    )
    .limit(1);
  return found !== undefined;
}
