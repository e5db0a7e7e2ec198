import { type BackgroundWork, createBackgroundWork } from "../background-work.ts";
import { checkDueOrders, nextOrderDue } from "./check-orders.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { nextRefundDue, sendDueRefunds } from "./send-refunds.ts";

/** What is done about payments beside the requests: orders are checked and expire, and money goes back. */
export function createPaymentWorker(parts: PaymentParts): BackgroundWork {
  return createBackgroundWork({
    round: async () => {
      const [orders, refunds] = [await checkDueOrders(parts), await sendDueRefunds(parts)];
      return orders || refunds;
    },
    nextDue: async () => {
      const dates = [await nextOrderDue(parts.db), await nextRefundDue(parts.db)].filter((date) => date !== null);
      return dates.length > 0 ? new Date(Math.min(...dates.map(Number))) : null;
    },
    onFailure: (error) => parts.log.error({ err: error }, "the work about payments failed; it is tried again"),
  });
}
