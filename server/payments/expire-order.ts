import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { customerOrder } from "../database/schema.ts";
import { changeState } from "../orders/change-state.ts";
import { mailExpired } from "../orders/mails.ts";
import { lockOrder, type OrderRow } from "../orders/order-row.ts";
import { lockProducts, releaseStock } from "../stock/stock.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { nextCheckAfterExpiry } from "./schedule.ts";

/** How long an order waits beyond its time for the provider to say whether it is paid; longer than any question takes. */
const GRACE_MS = 60_000;
/** How many are ended in one round. */
const AT_ONCE = 100;
/** For how long the stock is held at least for money that the provider has promised. */
const PROMISED_MS = 15 * 60_000;

/**
 * Ends the wait for a payment whose time is over, and puts the pieces back. Nothing happens when it was paid meanwhile, or got more time.
 * @param isUnpaid whether the provider has just said so: then its customer is emailed, else after the provider has been asked
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
    // Nobody was ever shown a payment that the provider had not opened.
    const wasOpened = order.providerOrderId !== null;
    const checkAt = wasOpened ? nextCheckAfterExpiry(order.payUntil, now) : null;
    const also = { holdsStock: false, checkAt, expiryMailDue: wasOpened && !isUnpaid };
    const expired = await changeState(trx, order, "expired", change, also);
    if (wasOpened && isUnpaid) await mailExpired(trx, sender, expired, now);
    return true;
  });
}

/**
 * Ends the orders whose time has been over for a while although the provider could not be asked about them: their stock is for those who
 * pay. Money that comes later is settled then.
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
    .limit(AT_ONCE);
  let ended = 0;
  for (const order of overdue)
    try {
      if (await expireOrder(deps, order, { isUnpaid: false, now })) ended += 1;
    } catch (error) {
      log.error({ order: order.number, err: error }, "an order could not be expired; the others are");
    }
  return overdue.length === AT_ONCE && ended > 0;
}

/** When the next order is overdue. */
export async function nextOverdue(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ payUntil: customerOrder.payUntil })
    .from(customerOrder)
    .where(eq(customerOrder.state, "pending"))
    .orderBy(customerOrder.payUntil)
    .limit(1);
  return first ? new Date(first.payUntil.getTime() + GRACE_MS) : null;
}

/** Money is promised for an order that waits: its stock is held a little longer, so that nobody pays for what is gone. */
export async function holdForPromise(db: Database, orderId: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + PROMISED_MS);
  await db
    .update(customerOrder)
    .set({ payUntil: sql`greatest(${customerOrder.payUntil}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(customerOrder.id, orderId), eq(customerOrder.state, "pending")));
}

/** Emails the customer of an order that expired while the provider could not be asked, once, after it has said that nothing was paid. */
export async function notifyExpired({ db, readSender }: PaymentDeps, orderId: number): Promise<void> {
  const due = and(
    eq(customerOrder.id, orderId),
    eq(customerOrder.state, "expired"),
    eq(customerOrder.expiryMailDue, true),
  );
  const [known] = await db.select({ shopOrigin: customerOrder.shopOrigin }).from(customerOrder).where(due);
  if (!known) return;
  const sender = await readSender(known.shopOrigin);
  await db.transaction(async (trx) => {
    const order = await lockOrder(trx, due);
    if (!order) return;
    await trx.update(customerOrder).set({ expiryMailDue: false }).where(eq(customerOrder.id, orderId));
    await mailExpired(trx, sender, order, new Date());
  });
}
