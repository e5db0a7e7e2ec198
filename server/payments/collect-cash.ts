import type { DatabaseOrTransaction } from "../database/database.ts";
import { payment } from "../database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";

/** Records that the courier has collected the cash of a locked order, as a payment that refunds can refer to. */
export async function collectCash(
  trx: DatabaseOrTransaction,
  { id: orderId, number, totalPaise, paymentMethod }: OrderRow,
  now: Date,
): Promise<void> {
  await trx.insert(payment).values({
    orderId,
    provider: "cash",
    // Receipts are found by it.
    providerPaymentId: number,
    state: "captured",
    amountPaise: totalPaise,
    currency: "INR",
    method: paymentMethod,
    createdAt: now,
    updatedAt: now,
  });
}
