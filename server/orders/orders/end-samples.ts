import { and, eq, inArray, lt } from "drizzle-orm";
import { paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderItem } from "../../platform/database/schema.ts";
import type { LineUnits } from "./invoice/credit-notes.ts";

/**
 * Records that free samples of a locked order do not reach the customer; without a price they cannot be part of a credit note.
 * @param units by the positions of any of the order's items
 * @returns the samples among them
 */
export async function endSamples(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: readonly LineUnits[],
): Promise<LineUnits[]> {
  const positions = units.map(({ position }) => position);
  return trx
    .update(orderItem)
    .set({ creditedQuantity: orderItem.quantity })
    .where(
      and(
        eq(orderItem.orderId, orderId),
        inArray(orderItem.position, positions),
        eq(orderItem.pricePaise, paise(0)),
        lt(orderItem.creditedQuantity, orderItem.quantity),
      ),
    )
    .returning({ position: orderItem.position, quantity: orderItem.quantity });
}
