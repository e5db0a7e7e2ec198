import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { customerOrder, paymentSession } from "../database/schema.ts";
import { changeState } from "../orders/change-state.ts";
import { mailExpired } from "../orders/mails.ts";
import { lockOrder, type OrderRow } from "../orders/order-row.ts";
import { lockProducts, releaseStock } from "../stock/stock.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { nextCheckAfterExpiry } from "./schedule.ts";
import { findOpened, updateSession } from "./session.ts";

/** How long an overdue order waits for the provider's word; longer than a request to the provider. */
const GRACE_MS = 60_000;
/** How many orders expire in one round. */
const BATCH = 100;
/** How long stock stays reserved at least once a payment is authorized. */
const AUTHORIZED_MS = 15 * 60_000;

/**
 * Expires an overdue pending order and releases its stock. Does nothing if it was paid or extended meanwhile.
 * @param isUnpaid whether the provider has just said so: the customer is emailed now, else once the provider has been asked
 * @returns whether it has expired now
 */
export async function expireOrder(
  { db, readSender }: Pick<PaymentDeps, "db" | "readSender">,
  { id: orderId, shopOrigin }: Pick<OrderRow, "id" | "shopOrigin">,
  { isUnpaid, now }: { isUnpaid: boolean; now: Date },
): Promise<boolean> {
  const sender = await readSender(shopOrigin);
  return db.transaction(async (trx) => {
    const order = await lockOrder(trx, eq(customerOrder.id, orderId));
    if (order?.state !== "pending" || order.payUntil > now) return false;
    await lockProducts(trx, { orderIds: [orderId] });
    await releaseStock(trx, orderId);
    const change = { cause: "clock", note: "The payment didn’t arrive in time.", at: now } as const;
    const expired = await changeState(trx, order, "expired", change, { holdsStock: false });
    const checkAt = nextCheckAfterExpiry(order.payUntil, now);
    // No email about an order that could not be paid: its customer never saw a payment window.
    const wasOpened = await updateSession(trx, orderId, { checkAt, expiryMailDue: !isUnpaid });
    if (wasOpened && isUnpaid) await mailExpired(trx, sender, expired, now);
    return true;
  });
}

/**
 * Expires orders that are overdue for longer than the grace period, without the provider's word: it may be down, and others want the
 * stock. A late payment is settled when it comes.
 * @returns whether there may be more
 */
export async function expireOverdueOrders(deps: PaymentDeps): Promise<boolean> {
  const { db, log } = deps;
  const now = new Date();
  const overdue = await db
    .select({ id: customerOrder.id, number: customerOrder.number, shopOrigin: customerOrder.shopOrigin })
    .from(customerOrder)
    .where(and(eq(customerOrder.state, "pending"), lte(customerOrder.payUntil, new Date(now.getTime() - GRACE_MS))))
    .orderBy(customerOrder.payUntil)
    .limit(BATCH);
  let expired = 0;
  for (const order of overdue)
    try {
      if (await expireOrder(deps, order, { isUnpaid: false, now })) expired += 1;
    } catch (error) {
      log.error({ order: order.number, err: error }, "an order could not be expired; the others are");
    }
  return overdue.length === BATCH && expired > 0;
}

/** When the grace period of the next order ends. */
export async function nextOverdue(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ payUntil: customerOrder.payUntil })
    .from(customerOrder)
    .where(eq(customerOrder.state, "pending"))
    .orderBy(customerOrder.payUntil)
    .limit(1);
  return first ? new Date(first.payUntil.getTime() + GRACE_MS) : null;
}

/** Extends the reservation of a pending order whose payment is authorized, so that it does not expire while the money is on its way. */
export async function extendForAuthorized(db: Database, orderId: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + AUTHORIZED_MS);
  await db
    .update(customerOrder)
    .set({ payUntil: sql`greatest(${customerOrder.payUntil}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(customerOrder.id, orderId), eq(customerOrder.state, "pending")));
}

/** Emails the customer of an order that expired without the provider's word, once the provider has said that nothing was paid. */
export async function notifyExpired({ db, readSender }: PaymentDeps, orderId: number): Promise<void> {
  const isDue = and(
    eq(customerOrder.id, orderId),
    eq(customerOrder.state, "expired"),
    eq(paymentSession.expiryMailDue, true),
  );
  const [due] = await findOpened(db, isDue);
  if (!due) return;
  const sender = await readSender(due.order.shopOrigin);
  await db.transaction(async (trx) => {
    await lockOrder(trx, eq(customerOrder.id, orderId));
    const [still] = await findOpened(trx, isDue);
    if (!still) return;
    await updateSession(trx, orderId, { expiryMailDue: false });
    await mailExpired(trx, sender, still.order, new Date());
  });
}
