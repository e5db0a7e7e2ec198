import { formatRecentDateTime, formatWeekday } from "../../../contract/dates.ts";
import { ORDER_BADGES } from "../../../contract/orders/badges.ts";
import type { OrderDetail, OrderState } from "../../../contract/orders/schemas.ts";
import { shopNow } from "../../../contract/shop-clock.ts";
import { formatMoney } from "../money.ts";
import { useShop } from "../shop-context.ts";
import { stepsAfter } from "./order-progress.tsx";
import { arrivalDay } from "./state-sentence.ts";

/** Texts of events for shoppers. */
const EVENT_TEXTS: Readonly<Record<OrderState, string>> = {
  ...ORDER_BADGES,
  pending: "Order placed",
  paid: "Payment received",
};

interface TimelineEntry {
  what: string;
  /** When it happened; null for a step to come, or one without an event. */
  at: string | null;
  note: string;
}

type TimelineOrder = Pick<OrderDetail, "timeline" | "refunds" | "shipments" | "state" | "deliverBy">;

/** Shows every change of an order and every refund with its time, oldest first, and the steps to come. Its parcels are shown beside it. */
export function OrderTimeline(order: TimelineOrder) {
  const { currencySymbol } = useShop();
  const done = happened(order, currencySymbol);
  // A paid order is at the progress's first step, which has no event of its own.
  const current = order.state === "paid" ? [{ what: ORDER_BADGES.paid, at: null, note: "" }] : [];
  const reached = done.length + current.length - 1;
  const day = arrivalDay(order, shopNow());
  const toCome = stepsAfter(order.state).map((step) => ({
    what: ORDER_BADGES[step],
    at: null,
    note: step === "delivered" && day ? `Expected ${formatWeekday(day)}` : "",
  }));
  return (
    <ol className="@container">
      {[...done, ...current, ...toCome].map(({ what, at, note }, index, { length }) => {
        const isCurrent = index === reached;
        const isToCome = index > reached;
        return (
          <li
            key={`${what} ${at}`}
            aria-current={isCurrent ? "step" : undefined}
            className="relative flex gap-4 pb-5 last:pb-0"
          >
            {index < length - 1 && (
              <span
                aria-hidden="true"
                className={`absolute top-3 left-[5px] h-full border-l ${index < reached ? "border-leaf" : "border-control/45"}`}
              />
            )}
            <span
              aria-hidden="true"
              className={`relative mt-1.5 size-[11px] shrink-0 rounded-full ${isToCome ? "border border-control bg-paper" : "border-6 border-leaf"} ${isCurrent ? "outline-3 outline-leaf/20" : ""}`}
            />
            <div className="relative min-w-0 flex-1 @min-[22rem]:flex @min-[22rem]:flex-wrap @min-[22rem]:items-baseline @min-[22rem]:justify-between @min-[22rem]:gap-x-4">
              <p className={isToCome ? "text-bark" : isCurrent ? "font-semibold" : ""}>
                {what}
                {isToCome && <span className="sr-only">, still to come</span>}
              </p>
              {at !== null && (
                <time dateTime={at} className="block text-bark text-small">
                  {formatRecentDateTime(at)}
                </time>
              )}
              {note && (
                <p className={`text-bark text-small wrap-anywhere ${isToCome ? "" : "mt-0.5 basis-full"}`}>{note}</p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function happened({ timeline, refunds, shipments }: TimelineOrder, currencySymbol: string): TimelineEntry[] {
  const entries = timeline.map(({ state, at, note }, index) => {
    const isDeliveredAgain = state === "delivered" && timeline.slice(0, index).some((event) => event.state === state);
    const isAboutParcel = shipments.some(({ awb }) => note.includes(awb));
    return { what: isDeliveredAgain ? "Return closed" : EVENT_TEXTS[state], at, note: isAboutParcel ? "" : note };
  });
  for (const { amount, extra, refundedAt, note } of refunds)
    if (refundedAt)
      entries.push({
        what: `Refunded ${formatMoney(amount, currencySymbol)}`,
        at: refundedAt,
        note: extra ? "An extra payment. Your order isn’t affected." : note,
      });
  // A stable sort, so that simultaneous events stay in the server's order.
  return entries.sort((one, other) => one.at.localeCompare(other.at));
}
