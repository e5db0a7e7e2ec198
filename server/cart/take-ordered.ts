import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { cartItem, orderItem } from "../database/schema.ts";

/** Takes what an order has bought out of its customer's cart, which is held. What was added since stays. */
export async function removeOrdered(
  trx: DatabaseOrTransaction,
  { customerId, orderId }: { customerId: number; orderId: number },
): Promise<void> {
  const bought = sql`${orderItem.orderId} = ${orderId} and ${orderItem.productId} = ${cartItem.productId} and ${cartItem.customerId} = ${customerId}`;
  await trx.execute(
    sql`delete from ${cartItem} using ${orderItem} where ${bought} and ${cartItem.quantity} <= ${orderItem.quantity}`,
  );
  // Whatever is left of these was more than the order; the rows above are gone.
  await trx.execute(
    sql`update ${cartItem} set quantity = ${cartItem.quantity} - ${orderItem.quantity} from ${orderItem} where ${bought}`,
  );
}
