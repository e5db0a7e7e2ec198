import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { checkOrder } from "./check-order.ts";
import { expireOrder, holdForPromise, notifyExpired } from "./expire-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderProblem } from "./provider.ts";
import { nextCheckAfterError, nextCheckAfterExpiry, nextCheckAfterPayment, nextCheckWhileWaiting } from "./schedule.ts";

/** How many orders are asked about at the same moment. */
const AT_ONCE = 4;
/** Whoever has taken an order to ask about and is not heard of for so long is gone; longer than any question takes. */
const CLAIM_MS = 60_000;

/**
 * Asks the provider about orders whose time has come, and ends those that nobody has paid.
 * @returns whether there may be more
 */
export async function checkDueOrders(deps: PaymentDeps): Promise<boolean> {
  const orders = await claimOrders(deps.db, new Date());
  await Promise.all(orders.map((order) => checkDueOrder(deps, order)));
  return orders.length === AT_ONCE;
}

async function checkDueOrder(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const { db, log } = deps;
  try {
    await ask(deps, order);
    await setNextCheck(db, order, { failed: false });
  } catch (error) {
    const away = error instanceof ProviderProblem;
    log[away ? "warn" : "error"](
      { order: order.number, err: error },
      away ? "the payment provider could not be asked about an order" : "an order could not be checked",
    );
    // Whatever it is, the other orders of this round go on.
    await setNextCheck(db, order, { failed: true }).catch((err) =>
      log.error({ order: order.number, err }, "the next check of an order could not be stored; it comes in a minute"),
    );
  }
}

async function ask(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const { db } = deps;
  const outcome = await checkOrder(deps, order);
  const now = new Date();
  if (outcome === "confirming") await holdForPromise(db, order.id, now);
  if (outcome === "unpaid" && order.payUntil <= now) await expireOrder(deps, order, { isUnpaid: true, now });
  if (outcome === "expired") await notifyExpired(deps, order.id);
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
async function setNextCheck(db: Database, order: OrderRow, { failed }: { failed: boolean }): Promise<void> {
  const now = new Date();
  const [current] = await db.select().from(customerOrder).where(eq(customerOrder.id, order.id));
  if (!current) return;
  const failedChecks = failed ? Math.min(current.failedChecks + 1, 1000) : 0;
  const planned = plannedCheck(current, now);
  const checkAt = failed && planned ? nextCheckAfterError(failedChecks, planned, now) : planned;
  if (current.checkAt?.getTime() === order.checkAt?.getTime())
    await db
      .update(customerOrder)
      .set({ checkAt, failedChecks })
      .where(and(eq(customerOrder.id, order.id), eq(customerOrder.checkAt, current.checkAt as Date)));
  else await db.update(customerOrder).set({ failedChecks }).where(eq(customerOrder.id, order.id));
}

/** When the provider is to be asked about an order next if all goes well. */
function plannedCheck({ state, payUntil, paidAt, providerOrderId }: OrderRow, now: Date): Date | null {
  if (state === "pending") return nextCheckWhileWaiting(payUntil, now);
  if (!providerOrderId) return null;
  return paidAt ? nextCheckAfterPayment(paidAt, now) : nextCheckAfterExpiry(payUntil, now);
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
