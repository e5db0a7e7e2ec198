import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { RetryJob, type Task } from "../../platform/jobs/tasks.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { expireOrder, extendForAuthorized, notifyExpired } from "./expire-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderError } from "./provider.ts";
import {
  nextCheckAfterError,
  nextCheckAfterExpiry,
  nextCheckAfterPayment,
  nextCheckWhilePending,
  nextLookForKeys,
} from "./schedule.ts";
import { findOpenedOrder } from "./session.ts";
import { syncPayments } from "./sync-payments.ts";

/** The task that queries the provider about an order, and expires the order if it was not paid in time. */
export function checkOrderTask(deps: PaymentDeps): Task<{ orderId: number }> {
  const { db, log } = deps;
  return {
    concurrency: 4,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ orderId }, { attempts }) {
      const readOpened = () => findOpenedOrder(db, orderId);
      const before = await readOpened();
      if (!before) return null;
      if (before.order.isTest !== deps.provider.isTest) return nextLookForKeys(new Date());
      try {
        await check(deps, before.order);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        const { number } = before.order;
        log.warn({ order: number, err: error }, "the payment provider could not be queried for an order");
        const now = new Date();
        throw new RetryJob(error.message, nextCheckAfterError(attempts, nextCheck(before, now), now));
      }
      const after = await readOpened();
      return after ? nextCheck(after, new Date()) : null;
    },
  };
}

type Opened = NonNullable<Awaited<ReturnType<typeof findOpenedOrder>>>;

async function check(deps: PaymentDeps, order: OrderRow): Promise<void> {
  const { db } = deps;
  const outcome = await syncPayments(deps, order.id, { mustCapture: true });
  const now = new Date();
  if (outcome === "confirming") await extendForAuthorized(db, order.id, now);
  if (outcome === "unpaid" && order.payUntil <= now) await expireOrder(deps, order, { isConfirmedUnpaid: true, now });
  if (outcome === "expired") await notifyExpired(deps, order.id);
}

/** Returns when the order is checked next, apart from errors; null if it is no longer checked. */
function nextCheck({ order, sessions }: Opened, now: Date): Date | null {
  const { state, payUntil, paidAt, advancePaidAt } = order;
  if (state === "pending") return nextCheckWhilePending(payUntil, now);
  const edits = sessions.filter(({ editId }) => editId !== null);
  if (paidAt) return earliest([nextCheckAfterPayment(paidAt, now), ...afterOpening(edits, now)]);
  if (!termsOf(order).courierCollects) return nextCheckAfterExpiry(payUntil, now);
  return earliest([...afterOpening(sessions, now), advancePaidAt && nextCheckAfterPayment(advancePaidAt, now)]);
}

/** When payments are checked whose order does not wait for them: a bank may confirm days later. */
function afterOpening(sessions: Opened["sessions"], now: Date): (Date | null)[] {
  if (sessions.length === 0) return [];
  const opened = sessions.map(({ openedAt }) => openedAt?.getTime() ?? 0);
  return [nextCheckAfterExpiry(new Date(Math.max(...opened)), now)];
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const due = times.flatMap((at) => (at ? [at.getTime()] : []));
  return due.length > 0 ? new Date(Math.min(...due)) : null;
}
