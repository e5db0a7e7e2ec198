/** The code in a customer's cart, stored on the server so that every device has it. */

import { and, eq, inArray } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { cartCode } from "../../platform/database/schema.ts";
import type { Limit } from "../../platform/rate-limits/limits.ts";

/** Limits how many codes one customer tries. */
export const codesOf = (customerId: number): Limit => ({
  key: `offer codes of ${customerId}`,
  limit: 30,
  windowSeconds: 60 * 60,
});

export async function storeCode(trx: DatabaseOrTransaction, customerId: number, code: string): Promise<void> {
  await trx
    .insert(cartCode)
    .values({ customerId, code })
    .onConflictDoUpdate({ target: cartCode.customerId, set: { code } });
}

export async function removeCode(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  await trx.delete(cartCode).where(eq(cartCode.customerId, customerId));
}

/** Removes the code if it is one of these. */
export async function removeCodes(
  trx: DatabaseOrTransaction,
  customerId: number,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return;
  await trx.delete(cartCode).where(and(eq(cartCode.customerId, customerId), inArray(cartCode.code, codes)));
}
