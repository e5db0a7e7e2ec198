import { type BackgroundWork, createBackgroundWork } from "../background-work.ts";
import { checkDueOrders, nextOrderDue } from "./check-orders.ts";
import { expireOverdueOrders, nextOverdue } from "./expire-order.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { nextRefundDue, sendDueRefunds } from "./send-refunds.ts";

/**
 * What is done about payments beside the requests: orders are checked, orders expire, and money is refunded. Each by itself, so that none
 * waits for another while the provider hangs.
 */
export function createPaymentWorker(parts: PaymentParts): BackgroundWork {
  const { db, log } = parts;
  const onFailure = (error: unknown) => log.error({ err: error }, "the work about payments failed; it is tried again");
  const work = [
    createBackgroundWork({ round: () => checkDueOrders(parts), nextDue: () => nextOrderDue(db), onFailure }),
    createBackgroundWork({ round: () => expireOverdueOrders(parts), nextDue: () => nextOverdue(db), onFailure }),
    createBackgroundWork({ round: () => sendDueRefunds(parts), nextDue: () => nextRefundDue(db), onFailure }),
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
