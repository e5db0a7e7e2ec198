import { lt, sql } from "drizzle-orm";
import { customerOrder } from "../database/schema.ts";

/** Selects orders that are delivered, and neither remitted in full nor written off: the condition of a partial index, so without parameters. */
export const CASH_DUE = sql`${customerOrder.paymentMethod} = 'cash_on_delivery' and ${customerOrder.cashRemittedAt} is null and ${customerOrder.deliveredAt} is not null`;
export const isOverdue = (deliveredBefore: Date) => lt(customerOrder.deliveredAt, deliveredBefore);
