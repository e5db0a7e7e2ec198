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

/** The day that an order's sentence says; null if it says none. */
export function arrivalDay({ state, deliverBy }: Pick<OrderSummary, "state" | "deliverBy">, now: Date): string | null {
  return ON_THE_WAY[state] && deliverBy !== null && deliverBy >= isoDayInIndia(now) ? deliverBy : null;
}

/** The same beside the order's badge: of a state that the badge names, only its day. */
export function sentenceBesideBadge(order: Parameters<typeof stateSentence>[0], now: Date): string {
  return DONE[order.state]?.startsWith(order.badge)
    ? formatRecentDay(order.stateSince, now)
    : stateSentence(order, now);
}

/** Says in a few words what an order's customer wants to know first: when it arrives, or afterwards what happened last. */
export function stateSentence(
  { state, badge, stateSince, deliverBy }: Pick<OrderSummary, "state" | "badge" | "stateSince" | "deliverBy">,
  now: Date,
): string {
  const day = arrivalDay({ state, deliverBy }, now);
  // The day stays on one line.
  if (day !== null) return `Arrives by ${formatWeekday(day).replaceAll(" ", "\u00a0")}`;
  const onTheWay = ON_THE_WAY[state];
  if (onTheWay) return deliverBy === null ? onTheWay : "Running late";
  const done = DONE[state];
  if (done) return `${done} ${formatRecentDay(stateSince, now)}`;
  return needsConfirmation({ badge }) ? "Waiting for your confirmation" : "Waiting for your payment";
}
