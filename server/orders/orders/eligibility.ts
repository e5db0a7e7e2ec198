/** Whether a customer or staff can still cancel, change or return an order. */

import { endOfDayInIndia, isoDayInIndia, justBefore } from "../../../contract/dates.ts";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import type { OrderState } from "../../../contract/orders/schemas.ts";
import { daysAfter } from "../../base/time.ts";
import { NOT_SENT, UNDER_WAY } from "./lifecycle.ts";
import type { OrderRow } from "./order-row.ts";

export const CANCELLABLE: readonly OrderState[] = ["pending", ...NOT_SENT];

/** An order can be cancelled until it is shipped. */
export const canCancel = ({ state }: Pick<OrderRow, "state">) => CANCELLABLE.includes(state);

/** Whether some of its units can be cancelled before its parcel leaves: an invoiced order gets a credit note, an order for cash on delivery is amended. */
export const canCancelUnits = (order: Pick<OrderRow, "state" | "invoiceNumber" | "paymentMethod">) =>
  (order.invoiceNumber !== null || termsOf(order).invoiced === "dispatched") && NOT_SENT.includes(order.state);

/** Address and phone number can be changed until the parcel leaves; a label that was printed before is then out of date. */
export const canChangeReceiver = ({ state }: Pick<OrderRow, "state">) => NOT_SENT.includes(state);

/**
 * Its customer can give up a parcel that is on its way after the promised day (rule 7 of the E-Commerce Rules, 2020): staff decides, and
 * refunds it as lost.
 */
export const canGiveUp = (order: Pick<OrderRow, "state" | "deliverBy" | "givenUpAt">, now: Date): boolean =>
  UNDER_WAY.includes(order.state) &&
  order.givenUpAt === null &&
  order.deliverBy !== null &&
  isoDayInIndia(now) > order.deliverBy;

/** Some of its units can be refunded without a return once they are sent and paid, and while no return is open. */
export const canRefundUnits = (order: Pick<OrderRow, "state" | "paymentMethod" | "paidAt">) =>
  [...UNDER_WAY, "delivered"].includes(order.state) && (!termsOf(order).courierCollects || order.paidAt !== null);

/**
 * The last millisecond of the return period, whose last day is a whole one, since it is shown as a day; null before delivery.
 * @param returnDays length of the period, from delivery, or from that of the last exchanged items
 */
export function returnUntil(
  { deliveredAt, exchangeDeliveredAt }: Pick<OrderRow, "deliveredAt" | "exchangeDeliveredAt">,
  returnDays: number,
): Date | null {
  const since = exchangeDeliveredAt ?? deliveredAt;
  return since && justBefore(endOfDayInIndia(isoDayInIndia(daysAfter(since, returnDays))));
}

export function canReturn(
  order: Pick<OrderRow, "state" | "deliveredAt" | "exchangeDeliveredAt">,
  returnDays: number,
  now: Date,
): boolean {
  const until = returnUntil(order, returnDays);
  return order.state === "delivered" && until !== null && now <= until;
}

/**
 * A defect can be reported without limit once the return period is over (rule 7 of the E-Commerce Rules, 2020, names no days): staff decides
 * about the request, as about any return.
 */
export const canReportDefect = (
  order: Pick<OrderRow, "state" | "deliveredAt" | "exchangeDeliveredAt">,
  returnDays: number,
  now: Date,
): boolean => order.state === "delivered" && order.deliveredAt !== null && !canReturn(order, returnDays, now);
