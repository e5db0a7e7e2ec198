/** Orders of the shop before: stored by a move, read by their customers and staff, counted by nothing. */

import { and, asc, count, desc, eq, gt, inArray, max } from "drizzle-orm";
import { LISTED_ORDERS } from "../../../contract/admin/customers.ts";
import { DAY_MS, isoDayInIndia } from "../../../contract/dates.ts";
import type { OldOrder, OldOrderList } from "../../../contract/orders/old-orders.ts";
import { totalPagesOf } from "../../../contract/responses.ts";
import { type Paise, paise, plainRupees, toRupees } from "../../base/money.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, oldOrder } from "../../platform/database/schema.ts";

type OldOrderRow = typeof oldOrder.$inferSelect;
export type MovedOrder = Omit<OldOrderRow, "id" | "fileId">;

/** Rows per query of an export. */
const BATCH = 500;

const toOldOrder = ({ number, placedAt, status, totalPaise, refundedPaise, lines }: OldOrderRow): OldOrder => ({
  ...{ number, placedAt: placedAt.toISOString(), status },
  ...{ total: toRupees(totalPaise), refunded: toRupees(refundedPaise) },
  lines: lines.map(({ pricePaise, ...line }) => ({ ...line, price: toRupees(pricePaise as Paise) })),
});

const newestOf = (db: DatabaseOrTransaction, email: string) =>
  db.select().from(oldOrder).where(eq(oldOrder.email, email)).orderBy(desc(oldOrder.placedAt), desc(oldOrder.id));

/** The day after the last order of the shop before, so that all are from before it; null without any. */
async function readDayAfter(db: DatabaseOrTransaction): Promise<string | null> {
  const [last] = await db.select({ at: max(oldOrder.placedAt) }).from(oldOrder);
  return last?.at ? new Date(last.at.getTime() + DAY_MS).toISOString() : null;
}

/** Lists the old orders of a customer's email, newest first. */
export async function listOldOrders(
  db: Database,
  customerId: number,
  { page, perPage }: { page: number; perPage: number },
): Promise<Omit<OldOrderList, "success" | "statusCode">> {
  const [found] = await db.select({ email: customer.email }).from(customer).where(eq(customer.id, customerId));
  const email = found?.email ?? "";
  const [[counted], rows] = await Promise.all([
    db.select({ orders: count() }).from(oldOrder).where(eq(oldOrder.email, email)),
    newestOf(db, email)
      .limit(perPage)
      .offset((page - 1) * perPage),
  ]);
  const totalData = counted?.orders ?? 0;
  return {
    data: rows.map(toOldOrder),
    ...{ page, perPage, totalData, totalPages: totalPagesOf(totalData, perPage) },
    before: totalData > 0 ? await readDayAfter(db) : null,
  };
}

/** The newest old orders of an email, for staff, and how many there are; null without any. */
export async function readOldOrdersFor(
  db: Database,
  email: string,
): Promise<{ orders: OldOrder[]; count: number; before: string } | null> {
  const orders = await newestOf(db, email).limit(LISTED_ORDERS);
  if (orders.length === 0) return null;
  const all = await db.$count(oldOrder, eq(oldOrder.email, email));
  return { orders: orders.map(toOldOrder), count: all, before: (await readDayAfter(db)) ?? "" };
}

/** All old orders of an email, for a copy of somebody's data. @param email in lower case */
export const readOldOrdersOf = async (db: Database, email: string) =>
  (await newestOf(db, email)).map((row) => ({ ...toOldOrder(row), name: row.name, email: row.email, city: row.city }));

/** Erases the old orders of an email: invoices of that shop are in its own books. @param email in lower case */
export async function deleteOldOrdersOf(trx: DatabaseOrTransaction, email: string): Promise<void> {
  await trx.delete(oldOrder).where(eq(oldOrder.email, email));
}

const factsOf = ({ email, name, placedAt, status, totalPaise, refundedPaise, lines, city, units }: MovedOrder) => ({
  ...{ email, name, placedAt, status, totalPaise, refundedPaise, city, units },
  lines: lines.map(({ title, sku, quantity, pricePaise }) => ({ title, sku, quantity, pricePaise })),
});

/** Finds which of these orders the shop has. @returns their numbers */
export async function findOldOrders(
  db: DatabaseOrTransaction,
  source: MovedOrder["source"],
  numbers: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ number: oldOrder.number })
    .from(oldOrder)
    .where(and(eq(oldOrder.source, source), inArray(oldOrder.number, [...numbers])));
  return new Set(rows.map(({ number }) => number));
}

/**
 * Stores orders of one source; those that are here get what has changed.
 * @param orders each number once
 */
export async function storeOldOrders(
  trx: DatabaseOrTransaction,
  orders: readonly MovedOrder[],
  fileId: number,
): Promise<{ added: number; changed: number }> {
  const [first] = orders;
  if (!first) return { added: 0, changed: 0 };
  const added = await trx
    .insert(oldOrder)
    .values(orders.map((order) => ({ ...order, fileId })))
    .onConflictDoNothing()
    .returning({ number: oldOrder.number });
  const isNew = new Set(added.map(({ number }) => number));
  const others = new Map(orders.flatMap((order) => (isNew.has(order.number) ? [] : [[order.number, order]])));
  const known = await trx
    .select()
    .from(oldOrder)
    .where(and(eq(oldOrder.source, first.source), inArray(oldOrder.number, [...others.keys()])))
    .orderBy(asc(oldOrder.id))
    .for("update");
  let changed = 0;
  for (const row of known) {
    const order = others.get(row.number);
    if (!order || JSON.stringify(factsOf(order)) === JSON.stringify(factsOf(row))) continue;
    await trx.update(oldOrder).set(factsOf(order)).where(eq(oldOrder.id, row.id));
    changed += 1;
  }
  return { added: added.length, changed };
}

/** Deletes some of the orders that a file has brought. @returns how many; 0 at the end */
export async function deleteOldOrders(
  trx: DatabaseOrTransaction,
  { fileId, max: most }: { fileId: number; max: number },
): Promise<number> {
  const some = trx.select({ id: oldOrder.id }).from(oldOrder).where(eq(oldOrder.fileId, fileId)).limit(most);
  const deleted = await trx.delete(oldOrder).where(inArray(oldOrder.id, some)).returning({ id: oldOrder.id });
  return deleted.length;
}

/** Yields the header, and a record of every line of every old order, oldest first. Days are India's. */
export async function* oldOrderRecords(db: Database): AsyncGenerator<string[]> {
  yield [
    ...["source", "number", "placed_on", "status", "name", "email", "city", "total", "refunded"],
    ...["item", "sku", "quantity", "price"],
  ];
  for (let after = 0; ; ) {
    const rows = await db.select().from(oldOrder).where(gt(oldOrder.id, after)).orderBy(asc(oldOrder.id)).limit(BATCH);
    for (const { lines, ...order } of rows) {
      const cells = [
        ...[
          order.source,
          order.number,
          isoDayInIndia(order.placedAt),
          order.status,
          order.name,
          order.email,
          order.city,
        ],
        ...[plainRupees(order.totalPaise), plainRupees(order.refundedPaise)],
      ];
      if (lines.length === 0) yield [...cells, "", "", "", ""];
      for (const { title, sku, quantity, pricePaise } of lines)
        yield [...cells, title, sku, String(quantity), plainRupees(paise(pricePaise))];
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}
