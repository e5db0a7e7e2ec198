import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderItem } from "../../platform/database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { readParcels, unsentUnits } from "../orders/read-parcels.ts";
import type { PreparedRemoval } from "../orders/removal.ts";
import { withSamples } from "./cancel-order.ts";

/**
 * Of the free samples that are no longer earned, retains those that are in no parcel yet: the others are with the customer or the courier,
 * who brings nothing back.
 */
export async function withUnsentSamples(
  trx: DatabaseOrTransaction,
  { id }: OrderRow,
  prepared: PreparedRemoval,
): Promise<PreparedRemoval> {
  if (prepared.samples.length === 0) return prepared;
  const items = await trx
    .select({
      position: orderItem.position,
      quantity: orderItem.quantity,
      creditedQuantity: orderItem.creditedQuantity,
    })
    .from(orderItem)
    .where(eq(orderItem.orderId, id));
  const unsent = unsentUnits(items, await readParcels(trx, id));
  return withSamples({
    ...prepared,
    samples: prepared.samples.filter(({ position }) => unsent.some((one) => one.position === position)),
  });
}
