import { formatRecentDateTime } from "../../../contract/dates.ts";
import { ORDER_BADGES } from "../../../contract/orders/badges.ts";
import type { OrderDetail, OrderState } from "../../../contract/orders/schemas.ts";
import { formatMoney } from "../money.ts";
import { useShop } from "../shop-context.ts";

/** Texts of events for shoppers. */
const EVENT_TEXTS: Readonly<Record<OrderState, string>> = {
  ...ORDER_BADGES,
  pending: "Order placed",
  paid: "Payment received",
};

interface TimelineEntry {
  what: string;
  at: string;
  note: string;
}

/** Shows every change of an order and every refund with its time, oldest first. Its parcels are shown beside it. */
export function OrderTimeline({
  timeline,
  refunds,
  shipments,
}: Pick<OrderDetail, "timeline" | "refunds" | "shipments">) {
  const { currencySymbol } = useShop();
  const entries: TimelineEntry[] = timeline.map(({ state, at, note }, index) => {
    const isDeliveredAgain = state === "delivered" && timeline.slice(0, index).some((event) => event.state === state);
    const isAboutParcel = shipments.some(({ awb }) => note.includes(awb));
    return { what: isDeliveredAgain ? "Return closed" : EVENT_TEXTS[state], at, note: isAboutParcel ? "" : note };
  });
  for (const { amount, extra, refundedAt } of refunds)
    if (refundedAt)
      entries.push({
        what: `Refunded ${formatMoney(amount, currencySymbol)}`,
        at: refundedAt,
        note: extra ? "An extra payment. Your order isn’t affected." : "",
      });
  // A stable sort, so that simultaneous events stay in the server's order.
  entries.sort((one, other) => one.at.localeCompare(other.at));
  return (
    <ol className="@container">
      {entries.map(({ what, at, note }, index) => {
        const last = index === entries.length - 1;
        return (
          <li
            key={`${what} ${at}`}
            aria-current={last ? "step" : undefined}
            className="relative flex gap-4 pb-5 last:pb-0"
          >
            {!last && <span aria-hidden="true" className="absolute top-3 left-[5px] h-full w-px bg-sand" />}
            <span
              aria-hidden="true"
              className={`relative mt-1.5 size-[11px] shrink-0 rounded-full border-2 border-leaf ${last ? "bg-leaf" : "bg-paper"}`}
            />
            <div className="relative min-w-0 flex-1 @min-[22rem]:flex @min-[22rem]:flex-wrap @min-[22rem]:items-baseline @min-[22rem]:justify-between @min-[22rem]:gap-x-4">
              <p className={last ? "font-semibold" : ""}>{what}</p>
              <time dateTime={at} className="block text-bark text-small">
                {formatRecentDateTime(at)}
              </time>
              {note && <p className="mt-0.5 basis-full text-bark text-small wrap-anywhere">{note}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
