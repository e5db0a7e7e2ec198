/** The free samples in a customer's cart, stored on the server so that every device has them. */

import { and, eq, notInArray } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { cartSample } from "../../platform/database/schema.ts";

/** Replaces the stored samples. */
export async function storeSamples(
  trx: DatabaseOrTransaction,
  customerId: number,
  variantIds: readonly number[],
): Promise<void> {
  const own = eq(cartSample.customerId, customerId);
  await trx.delete(cartSample).where(and(own, notInArray(cartSample.variantId, [...variantIds])));
  if (variantIds.length > 0)
    await trx
      .insert(cartSample)
      .values(variantIds.map((variantId) => ({ customerId, variantId })))
      .onConflictDoNothing();
}

export async function removeSamples(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  await trx.delete(cartSample).where(eq(cartSample.customerId, customerId));
}
