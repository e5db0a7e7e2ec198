import { isConfirmedByCustomer } from "../../../contract/orders/payment-terms.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { releaseOffers } from "../../selling/offers/redemptions.ts";
import { releaseStock } from "../../selling/stock/stock.ts";
import { changeState } from "../orders/change-state.ts";
import { queueExpiredEmail } from "../orders/mails/queue-payment-emails.ts";
import { lockOrderById, type OrderRow, readOrderRow } from "../orders/order-row.ts";
import { extendPayUntil } from "../orders/pending-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { scheduleCheck } from "./payment-jobs.ts";
import { expiryWithoutResponse, nextCheckAfterExpiry } from "./schedule.ts";
import { findOpenedOrder, setExpiryMailDue } from "./session.ts";

/** Minimum time for which stock stays reserved after a payment is authorized. */
const AUTHORIZED_MS = 15 * 60_000;

/**
 * Expires an overdue pending order and releases its stock. Does nothing if it was paid or extended meanwhile.
 * @param isConfirmedUnpaid whether the provider has just confirmed that nothing was paid: then the customer is emailed now, otherwise once
 * the provider confirms it
 * @returns whether it has expired now
 */
export async function expireOrder(
  { db, readSender }: Pick<PaymentDeps, "db" | "readSender">,
  { id: orderId, shopOrigin }: Pick<OrderRow, "id" | "shopOrigin">,
  { isConfirmedUnpaid, now }: { isConfirmedUnpaid: boolean; now: Date },
): Promise<boolean> {
  const sender = await readSender(shopOrigin);
  return db.transaction(async (trx) => {
    const order = await lockOrderById(trx, orderId);
    if (order?.state !== "pending" || order.payUntil > now) return false;
    await releaseOffers(trx, orderId);
    await releaseStock(trx, orderId);
    const isCash = isConfirmedByCustomer(order);
    const note = isCash ? "The order wasn’t confirmed in time." : "The payment didn’t arrive in time.";
    const change = { cause: "expiry", note, at: now } as const;
    const expired = await changeState(trx, order, "expired", change, { holdsStock: false });
    // Sends no email about an order that could not be paid: its customer never saw a payment window.
    const wasOpened = await setExpiryMailDue(trx, orderId, !isConfirmedUnpaid);
    if (wasOpened) await scheduleCheck(trx, orderId, nextCheckAfterExpiry(order.payUntil, now));
    if (isCash || (wasOpened && isConfirmedUnpaid)) await queueExpiredEmail(trx, sender, expired, now);
    return true;
  });
}

/**
 * The task that expires an order some time after it is overdue, without waiting for the provider: it may be down, and others want the
 * stock. A late payment is applied when it arrives.
 */
export function expireOrderTask(deps: PaymentDeps): Task<{ orderId: number }> {
  return {
    concurrency: 2,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ orderId }) {
      const order = await readOrderRow(deps.db, orderId);
      if (order?.state !== "pending") return null;
      const now = new Date();
      const expiresAt = expiryWithoutResponse(order.payUntil);
      if (expiresAt > now) return expiresAt;
      const isDone = await expireOrder(deps, order, { isConfirmedUnpaid: false, now });
      // It was paid or extended meanwhile; the next run finds out which.
      return isDone ? null : now;
    },
  };
}

/** Extends the reservation of a pending order whose payment is authorized, so that it does not expire while the money is on its way. */
export async function extendForAuthorized(db: Database, orderId: number, now: Date): Promise<void> {
  await extendPayUntil(db, orderId, new Date(now.getTime() + AUTHORIZED_MS));
}

/** Emails the customer of an order that expired without a response from the provider, once the provider confirms that nothing was paid. */
export async function notifyExpired({ db, readSender }: PaymentDeps, orderId: number): Promise<void> {
  const findDue = async (trx: DatabaseOrTransaction) => {
    const opened = await findOpenedOrder(trx, orderId);
    return opened?.order.state === "expired" && opened.sessions.some(({ expiryMailDue }) => expiryMailDue)
      ? opened.order
      : null;
  };
  const due = await findDue(db);
  if (!due) return;
  const sender = await readSender(due.shopOrigin);
  await db.transaction(async (trx) => {
    await lockOrderById(trx, orderId);
    const stillDue = await findDue(trx);
    if (!stillDue) return;
    await setExpiryMailDue(trx, orderId, false);
    await queueExpiredEmail(trx, sender, stillDue, new Date());
  });
}
