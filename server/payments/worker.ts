import { type BackgroundWork, createBackgroundWork } from "../background-work.ts";
import { checkDueOrders, nextOrderDue } from "./check-orders.ts";
import { expireOverdueOrders, nextOverdue } from "./expire-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { nextRefundDue, sendDueRefunds } from "./send-refunds.ts";

/** Checks orders, expires orders and sends refunds in the background: three loops, so that none waits for another while the provider hangs. */
export function createPaymentWorker(deps: PaymentDeps): BackgroundWork {
  const { db, log } = deps;
  const onError = (error: unknown) =>
    log.error({ err: error }, "background work on payments failed; it is tried again");
  const work = [
    createBackgroundWork({ round: () => checkDueOrders(deps), nextDue: () => nextOrderDue(db), onError }),
    createBackgroundWork({ round: () => expireOverdueOrders(deps), nextDue: () => nextOverdue(db), onError }),
    createBackgroundWork({ round: () => sendDueRefunds(deps), nextDue: () => nextRefundDue(db), onError }),
  ];
  return {
    wake: () => {
      for (const one of work) one.wake();
    },
    async stop() {
      await Promise.all(work.map((one) => one.stop()));
    },
  };
}
