import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { badgeOf } from "../../../contract/orders/badges.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import { customer, customerOrder } from "../../platform/database/schema.ts";

export type OrderRow = typeof customerOrder.$inferSelect;

/** Reads an order without locking it; null if it does not exist. */
export async function readOrderRow(db: DatabaseOrTransaction, id: number): Promise<OrderRow | null> {
  const [found] = await db.select().from(customerOrder).where(eq(customerOrder.id, id));
  return found ?? null;
}

/**
 * Finds an order and locks it until the transaction ends, so that its changes are serialised. To prevent deadlocks, rows are always locked
 * in this sequence: customer, order, offers and stock by id, counter of invoices or credit notes.
 */
export async function lockOrder(trx: DatabaseOrTransaction, ...conditions: [SQL, ...SQL[]]): Promise<OrderRow | null> {
  const [found] = await trx
    .select()
    .from(customerOrder)
    .where(and(...conditions))
    .for("no key update");
  return found ?? null;
}

/** As `lockOrder`, by id. */
export const lockOrderById = (trx: DatabaseOrTransaction, id: number) => lockOrder(trx, eq(customerOrder.id, id));

/** Locks an order, and its customer before it, until the transaction ends. */
export async function lockWithCustomer(
  trx: DatabaseOrTransaction,
  { id, customerId }: Pick<OrderRow, "id" | "customerId">,
): Promise<OrderRow | null> {
  const [found] = await lockBoth(trx).execute({ id, customerId });
  return found ?? null;
}

const lockBoth = prepareForTransactions("lock order", (db) => {
  const buyer = db.$with("buyer").as(
    db
      .select({ id: customer.id })
      .from(customer)
      .where(eq(customer.id, sql.placeholder("customerId")))
      .for("no key update"),
  );
  return db
    .with(buyer)
    .select(getTableColumns(customerOrder))
    .from(buyer)
    .innerJoin(customerOrder, eq(customerOrder.customerId, buyer.id))
    .where(eq(customerOrder.id, sql.placeholder("id")))
    .for("no key update", { of: customerOrder });
});

/** Locks the customer's pending order, of which there is at most one. */
export const lockPendingOrder = (trx: DatabaseOrTransaction, customerId: number) =>
  lockOrder(trx, eq(customerOrder.customerId, customerId), eq(customerOrder.state, "pending"));

/**
 * Rejects a change of a locked order that is based on another version than the stored one.
 * @throws ApiError (409)
 */
export function requireVersion(order: OrderRow, seen: number): void {
  if (order.version === seen) return;
  const badge = badgeOf(order);
  throw new ApiError("conflict", `Order ${order.number} has changed since you opened it: it is ${badge} now.`);
}
