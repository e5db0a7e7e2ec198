import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { cartItem, orderItem } from "../database/schema.ts";

/** Removes the units of a paid order from its customer's locked cart. Units added since then stay. */
export async function removeOrdered(
  trx: DatabaseOrTransaction,
  { customerId, orderId }: { customerId: number; orderId: number },
): Promise<void> {
  const bought = sql`${orderItem.orderId} = ${orderId} and ${orderItem.variantId} = ${cartItem.variantId} and ${cartItem.customerId} = ${customerId}`;
  await trx.execute(
    sql`delete from ${cartItem} using ${orderItem} where ${bought} and ${cartItem.quantity} <= ${orderItem.quantity}`,
  );
  // Rows with no more than the order bought are deleted above.
  await trx.execute(
    sql`update ${cartItem} set quantity = ${cartItem.quantity} - ${orderItem.quantity} from ${orderItem} where ${bought}`,
  );
}
