import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { payment } from "../../platform/database/schema.ts";
import { cashOf } from "../orders/balance.ts";
import type { OrderRow } from "../orders/order-row.ts";

/** Records that the courier has collected the cash of a locked order, as a payment that refunds can refer to. */
export async function collectCash(trx: DatabaseOrTransaction, order: OrderRow, now: Date): Promise<void> {
  const { id: orderId, number, paymentMethod } = order;
  const amountPaise = cashOf(order);
  // All of it may have been paid in advance.
  if (amountPaise === 0) return;
  await trx.insert(payment).values({
    orderId,
    provider: "cash",
    // Receipts are found by it.
    providerPaymentId: number,
    state: "captured",
    amountPaise,
    currency: "INR",
    method: paymentMethod,
    createdAt: now,
    updatedAt: now,
  });
}
