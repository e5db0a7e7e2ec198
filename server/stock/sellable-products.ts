import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { customerOrder, orderItem, product } from "../database/schema.ts";

/**
 * How many pieces of a product one customer can have: what is in stock, and what the customer's own order holds while it waits for its
 * payment, since that order gives way to the next one.
 */
export function stockFor(customerId: number | AnyColumn): SQL<number> {
  return sql<number>`${product.stock} + coalesce((
    select ${orderItem.quantity} from ${orderItem} join ${customerOrder} on ${customerOrder.id} = ${orderItem.orderId}
    where ${customerOrder.customerId} = ${customerId} and ${customerOrder.state} = 'pending' and ${orderItem.productId} = ${product.id}
  ), 0)`;
}
