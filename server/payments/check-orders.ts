import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { checkOrder } from "./check-order.ts";
import { expireOrder } from "./expire-order.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { ProviderProblem } from "./provider.ts";
import { nextCheckAfterExpiry, nextCheckWhileWaiting } from "./schedule.ts";

/** How many orders are asked about at the same moment. */
const AT_ONCE = 4;
/** Whoever has taken an order to ask about and is not heard of for so long is gone; longer than any question takes. */
const CLAIM_MS = 60_000;

/**
 * Asks the provider about orders whose time has come, and ends those that nobody has paid.
 * @returns whether there may be more
 */
export async function checkDueOrders(parts: PaymentParts): Promise<boolean> {
  const orders = await claimOrders(parts.db, new Date());
  await Promise.all(orders.map((order) => checkDueOrder(parts, order)));
  return orders.length === AT_ONCE;
}

async function checkDueOrder(parts: PaymentParts, order: OrderRow): Promise<void> {
  const { db, log } = parts;
  try {
    await checkOrder(parts, order);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    // Its time runs out all the same: the stock is for those who pay. Whoever has paid is found at a later check.
    log.warn({ order: order.number, err: error }, "the payment provider could not be asked about an order");
  }
  const now = new Date();
  if (order.state === "pending" && order.payUntil <= now) await expireOrder(db, order.id, now);
  await setNextCheck(db, order, now);
}

/** No two instances get the same ones. They are theirs until CLAIM_MS is over. */
async function claimOrders(db: Database, now: Date): Promise<OrderRow[]> {
  const due = db
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(lte(customerOrder.checkAt, now))
    .orderBy(customerOrder.checkAt)
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  return db
    .update(customerOrder)
    .set({ checkAt: new Date(now.getTime() + CLAIM_MS), checks: sql`${customerOrder.checks} + 1` })
    .where(inArray(customerOrder.id, due))
    .returning();
}

/** Unless somebody has asked for a check meanwhile. */
async function setNextCheck(db: Database, order: OrderRow, now: Date): Promise<void> {
  const [current] = await db.select().from(customerOrder).where(eq(customerOrder.id, order.id));
  if (!current?.checkAt || current.checkAt.getTime() !== order.checkAt?.getTime()) return;
  const next =
    current.state === "pending"
      ? nextCheckWhileWaiting(current.payUntil, now)
      : current.state === "expired" && current.providerOrderId
        ? nextCheckAfterExpiry(current.payUntil, now)
        : null;
  await db
    .update(customerOrder)
    .set({ checkAt: next })
    .where(and(eq(customerOrder.id, order.id), eq(customerOrder.checkAt, current.checkAt)));
}

/** When the next order is due. */
export async function nextOrderDue(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ at: customerOrder.checkAt })
    .from(customerOrder)
    .where(sql`${customerOrder.checkAt} is not null`)
    .orderBy(customerOrder.checkAt)
    .limit(1);
  return first?.at ?? null;
}
