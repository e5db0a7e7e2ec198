import { eq, lt, sql } from "drizzle-orm";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { cashRemittance, customerOrder } from "../../platform/database/schema.ts";
import { cashOf, isCollected } from "./balance.ts";
import type { OrderRow } from "./order-row.ts";

/** Selects orders that are delivered, and neither remitted in full nor written off: the condition of a partial index, so without parameters. */
export const CASH_DUE = sql`${isCollected} and ${customerOrder.cashRemittedAt} is null and ${customerOrder.deliveredAt} is not null`;
export const isOverdue = (deliveredBefore: Date) => lt(customerOrder.deliveredAt, deliveredBefore);

/** Whether a part of an order's cash was written off: it is done with, and less was remitted than was due. */
export async function isCashWrittenOff(db: DatabaseOrTransaction, order: OrderRow): Promise<boolean> {
  if (!termsOf(order).courierCollects || order.cashRemittedAt === null) return false;
  const [remitted] = await db
    .select({ paise: sql<number>`coalesce(sum(${cashRemittance.amountPaise}), 0)::bigint`.mapWith(Number) })
    .from(cashRemittance)
    .where(eq(cashRemittance.orderId, order.id));
  return (remitted?.paise ?? 0) < cashOf(order);
}
