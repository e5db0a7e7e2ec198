import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { paymentSession } from "../database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { checkOrder } from "./check-order.ts";
import { expireOrder, extendForAuthorized, notifyExpired } from "./expire-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderProblem } from "./provider.ts";
import { nextCheckAfterError, nextCheckAfterExpiry, nextCheckAfterPayment, nextCheckWhilePending } from "./schedule.ts";
import { findOpened, type OpenedOrder } from "./session.ts";

/** How many orders are checked at the same time. */
const CONCURRENCY = 4;
/** How long a claimed order is left to the instance that claimed it; longer than a request to the provider. */
const CLAIM_MS = 60_000;

/**
 * Asks the provider about the orders that are due, and expires those that nobody has paid in time.
 * @returns whether there may be more
 */
export async function checkDueOrders(deps: PaymentDeps): Promise<boolean> {
  const claimed = await claimOrders(deps.db, new Date());
  await Promise.all(claimed.map((opened) => checkDueOrder(deps, opened)));
  return claimed.length === CONCURRENCY;
}

async function checkDueOrder(deps: PaymentDeps, claimed: OpenedOrder): Promise<void> {
  const { db, log } = deps;
  const { number } = claimed.order;
  try {
    await check(deps, claimed.order);
    await setNextCheck(db, claimed, { failed: false });
  } catch (error) {
    const away = error instanceof ProviderProblem;
    log[away ? "warn" : "error"](
      { order: number, err: error },
      away ? "the payment provider could not be asked about an order" : "an order could not be checked",
    );
    // The other orders of this round go on.
    await setNextCheck(db, claimed, { failed: true }).catch((err) =>
      log.error({ order: number, err }, "the next check of an order could not be stored; it comes in a minute"),
    );
  }
}

async function check(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const { db } = deps;
  const outcome = await checkOrder(deps, order.id);
  const now = new Date();
  if (outcome === "confirming") await extendForAuthorized(db, order.id, now);
  if (outcome === "unpaid" && order.payUntil <= now) await expireOrder(deps, order, { isUnpaid: true, now });
  if (outcome === "expired") await notifyExpired(deps, order.id);
}

/** Claims due orders: for CLAIM_MS no other instance gets them. */
async function claimOrders(db: Database, now: Date): Promise<OpenedOrder[]> {
  const due = db
    .select({ id: paymentSession.id })
    .from(paymentSession)
    .where(lte(paymentSession.checkAt, now))
    .orderBy(paymentSession.checkAt)
    .limit(CONCURRENCY)
    .for("update", { skipLocked: true });
  const claimed = await db
    .update(paymentSession)
    .set({ checkAt: new Date(now.getTime() + CLAIM_MS) })
    .where(inArray(paymentSession.id, due))
    .returning({ id: paymentSession.id });
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ id }) => id);
  return findOpened(db, inArray(paymentSession.id, ids));
}

/** Schedules the next check, unless one was requested meanwhile. */
async function setNextCheck(db: Database, claimed: OpenedOrder, { failed }: { failed: boolean }): Promise<void> {
  const now = new Date();
  const ofClaim = eq(paymentSession.id, claimed.session.id);
  const [current] = await findOpened(db, ofClaim);
  if (!current) return;
  const failedChecks = failed ? Math.min(current.session.failedChecks + 1, 1000) : 0;
  const planned = plannedCheck(current.order, now);
  const checkAt = failed && planned ? nextCheckAfterError(failedChecks, planned, now) : planned;
  const isUntouched = eq(paymentSession.checkAt, claimed.session.checkAt ?? now);
  const scheduled = await db
    .update(paymentSession)
    .set({ checkAt, failedChecks })
    .where(and(ofClaim, isUntouched))
    .returning({ id: paymentSession.id });
  if (scheduled.length === 0) await db.update(paymentSession).set({ failedChecks }).where(ofClaim);
}

/** When the provider is asked about an order next, errors aside. */
function plannedCheck({ state, payUntil, paidAt }: OrderRow, now: Date): Date | null {
  if (state === "pending") return nextCheckWhilePending(payUntil, now);
  return paidAt ? nextCheckAfterPayment(paidAt, now) : nextCheckAfterExpiry(payUntil, now);
}

/** When the next order is due. */
export async function nextOrderDue(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ at: paymentSession.checkAt })
    .from(paymentSession)
    .where(sql`${paymentSession.checkAt} is not null`)
    .orderBy(paymentSession.checkAt)
    .limit(1);
  return first?.at ?? null;
}
