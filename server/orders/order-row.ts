import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";

export type OrderRow = typeof customerOrder.$inferSelect;

/**
 * Finds an order and holds it until the transaction ends, so that whatever happens to it happens one after the other. Where several rows
 * are held, always in this order, so that nobody waits in a circle: customer, order, products by id, counter of invoices or credit notes.
 */
export async function lockOrder(trx: DatabaseOrTransaction, which: SQL | undefined): Promise<OrderRow | null> {
  const [found] = await trx.select().from(customerOrder).where(which).for("no key update");
  return found ?? null;
}

/** Tells every instance that there is something to do about payments, as soon as the transaction is through. */
export async function publishPayments(trx: DatabaseOrTransaction): Promise<void> {
  await trx.execute(sql`select pg_notify('shop_changed', 'payments')`);
}
