/** Changes of paid orders' items that wait for their payment: nothing of the order changes before, and what comes is reserved. */

import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { EDIT_WAITS_HOURS } from "../../../contract/admin/order-edits.ts";
import { HOUR_MS } from "../../../contract/dates.ts";
import { type ChangeNoun, nounOf } from "../../../contract/orders/change-nouns.ts";
import { type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type OrderEditState, orderEdit } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import { releaseUnits, reserveUnits } from "../../selling/stock/stock.ts";
import type { OrderRow } from "./order-row.ts";

export type OrderEdit = typeof orderEdit.$inferSelect;
/** What a pending change is called. */
export const nounOfEdit = ({ acceptance }: Pick<OrderEdit, "acceptance">): ChangeNoun =>
  nounOf({ exchanges: acceptance !== null });

export type NewOrderEdit = Pick<OrderEdit, "remove" | "add" | "acceptance" | "reason" | "summary" | "amountPaise">;

/** What its customer and staff read of a change that ended because the order has left, ended or changed otherwise. */
export const withdrawnText = (edit: OrderEdit): string =>
  nounOfEdit(edit) === "exchange"
    ? "The exchange wasn’t paid before, so it no longer applies."
    : "The change of your items wasn’t paid before, so it no longer applies.";

const isPendingOf = (orderId: number) => and(eq(orderEdit.orderId, orderId), eq(orderEdit.state, "pending"));

export async function readEdit(db: DatabaseOrTransaction, id: number): Promise<OrderEdit | null> {
  const [found] = await db.select().from(orderEdit).where(eq(orderEdit.id, id));
  return found ?? null;
}

/** Reads the change that waits for its payment; null if none does. */
export async function readPendingEdit(db: DatabaseOrTransaction, orderId: number): Promise<OrderEdit | null> {
  const [found] = await db.select().from(orderEdit).where(isPendingOf(orderId));
  return found ?? null;
}

/** Reads the newest change, whatever became of it; null for an order without one. */
export async function readLatestEdit(db: DatabaseOrTransaction, orderId: number): Promise<OrderEdit | null> {
  const [found] = await db
    .select()
    .from(orderEdit)
    .where(eq(orderEdit.orderId, orderId))
    .orderBy(desc(orderEdit.id))
    .limit(1);
  return found ?? null;
}

/** Reads what the pending change of each order costs, by the order's id. */
export async function readDueForEdits(
  db: DatabaseOrTransaction,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Paise>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ orderId: orderEdit.orderId, amountPaise: orderEdit.amountPaise })
    .from(orderEdit)
    .where(and(inArray(orderEdit.orderId, [...orderIds]), eq(orderEdit.state, "pending")));
  return new Map(rows.map(({ orderId, amountPaise }) => [orderId, paise(amountPaise)]));
}

/**
 * Stores a change of a locked order, reserves what comes, and adds the job that ends it unpaid.
 * @returns null if not enough is in stock
 */
export async function insertPendingEdit(
  trx: DatabaseOrTransaction,
  { id: orderId }: OrderRow,
  edit: NewOrderEdit,
  now: Date,
): Promise<OrderEdit | null> {
  if (!(await reserveUnits(trx, orderId, edit.add))) return null;
  const payUntil = new Date(now.getTime() + EDIT_WAITS_HOURS * HOUR_MS);
  const [stored] = await trx
    .insert(orderEdit)
    .values({ ...edit, orderId, createdAt: now, payUntil })
    .returning();
  if (!stored) throw new Error(`the change of order ${orderId} was not stored`);
  await addJob(trx, "expire_edit", { editId: stored.id }, { runAt: payUntil });
  return stored;
}

/** Ends the pending change of a locked order and releases what it reserves. @returns null if there is none */
export async function endPendingEdit(
  trx: DatabaseOrTransaction,
  orderId: number,
  state: Exclude<OrderEditState, "pending">,
  now: Date,
): Promise<OrderEdit | null> {
  const [ended] = await trx.update(orderEdit).set({ state, endedAt: now }).where(isPendingOf(orderId)).returning();
  if (!ended) return null;
  await releaseUnits(trx, orderId, ended.add);
  return ended;
}

/** Extends the time in which a pending change can be paid, unless it ends later anyway. @returns null if it is no longer pending */
export async function extendEdit(db: DatabaseOrTransaction, id: number, until: Date): Promise<OrderEdit | null> {
  const [extended] = await db
    .update(orderEdit)
    .set({ payUntil: sql`greatest(${orderEdit.payUntil}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(orderEdit.id, id), eq(orderEdit.state, "pending")))
    .returning();
  return extended ?? null;
}
