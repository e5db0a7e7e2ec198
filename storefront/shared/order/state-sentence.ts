import { formatRecentDay, formatWeekday, isoDayInIndia } from "../../../contract/dates.ts";
import { needsConfirmation } from "../../../contract/orders/badges.ts";
import type { OrderState, OrderSummary } from "../../../contract/orders/schemas.ts";

/** Before a parcel arrives, without a promised day. The progress or the badge beside it names the state. */
const ON_THE_WAY: Partial<Record<OrderState, string>> = {
  paid: "Soon on its way",
  processing: "Soon on its way",
  packed: "Ready to leave",
  shipped: "On its way to you",
  out_for_delivery: "Nearly there",
};

/** What happened last, followed by its day. */
const DONE: Partial<Record<OrderState, string>> = {
  delivered: "Delivered on",
  cancelled: "Cancelled on",
  expired: "Not paid by",
  return_requested: "Return requested on",
  return_approved: "Return approved on",
  return_received: "Return received on",
  returned: "Returned on",
};
/** The same beside the badge, whose word it does not repeat. */
const DONE_BESIDE_BADGE: typeof DONE = {
  delivered: "Arrived on",
  cancelled: "Closed on",
  expired: "Not paid by",
  return_requested: "Requested on",
  return_approved: "Approved on",
  return_received: "Received on",
  returned: "Closed on",
};

/** The day that an order's sentence says; null if it says none. */
export function arrivalDay({ state, deliverBy }: Pick<OrderSummary, "state" | "deliverBy">, now: Date): string | null {
  return ON_THE_WAY[state] && deliverBy !== null && deliverBy >= isoDayInIndia(now) ? deliverBy : null;
}

/** Says in a few words what an order's customer wants to know first: when it arrives, or afterwards what happened last. */
export function stateSentence(
  { state, badge, stateSince, deliverBy }: Pick<OrderSummary, "state" | "badge" | "stateSince" | "deliverBy">,
  now: Date,
  { isBesideBadge = false } = {},
): string {
  const day = arrivalDay({ state, deliverBy }, now);
  // The day stays on one line.
  if (day !== null) return `Arrives by ${formatWeekday(day).replaceAll(" ", "\u00a0")}`;
  const onTheWay = ON_THE_WAY[state];
  if (onTheWay) return deliverBy === null ? onTheWay : "Running late";
  const done = (isBesideBadge ? DONE_BESIDE_BADGE : DONE)[state];
  if (done) return `${done} ${formatRecentDay(stateSince, now)}`;
  return needsConfirmation({ badge }) ? "Waiting for your confirmation" : "Waiting for your payment";
}
