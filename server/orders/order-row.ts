import type { SQL } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";

export type OrderRow = typeof customerOrder.$inferSelect;

/**
 * Finds an order and locks it until the transaction ends, so that its changes are serialised. Several rows are always locked in this order,
 * which prevents deadlocks: customer, order, products by id, counter of invoices or credit notes.
 */
export async function lockOrder(trx: DatabaseOrTransaction, which: SQL | undefined): Promise<OrderRow | null> {
  const [found] = await trx.select().from(customerOrder).where(which).for("no key update");
  return found ?? null;
}
