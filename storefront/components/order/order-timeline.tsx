import { formatDateTime } from "../../../contract/dates.ts";
import type { OrderDetail, OrderState } from "../../../contract/orders.ts";

/** What has happened, in the words of somebody who waits for a parcel. */
const HAPPENED: Readonly<Record<OrderState, string>> = {
  pending: "Ordered",
  paid: "Payment received",
  processing: "Being prepared",
  packed: "Packed",
  shipped: "Shipped",
  out_for_delivery: "Out for delivery",
  delivered: "Delivered",
  cancelled: "Cancelled",
  expired: "Expired",
  return_requested: "Return asked for",
  returned: "Returned",
  refunded: "Refunded",
};

/** Every change of an order with its moment, oldest first (S2.259, S3.59). */
export function OrderTimeline({ timeline }: Pick<OrderDetail, "timeline">) {
  return (
    <ol>
      {timeline.map(({ state, at, note }, index) => {
        const last = index === timeline.length - 1;
        return (
          <li
            key={`${state} ${at}`}
            aria-current={last ? "step" : undefined}
            className="relative flex gap-4 pb-5 last:pb-0"
          >
            {!last && <span aria-hidden="true" className="absolute top-3 left-[5px] h-full w-px bg-sand" />}
            <span
              aria-hidden="true"
              className={`mt-1.5 size-[11px] shrink-0 rounded-full border-2 border-leaf ${last ? "bg-leaf" : "bg-paper"}`}
            />
            <div className="relative min-w-0">
              <p className={last ? "font-semibold" : ""}>{HAPPENED[state]}</p>
              <time dateTime={at} className="block text-bark text-small">
                {formatDateTime(at)}
              </time>
              {note && <p className="mt-0.5 text-bark text-small wrap-anywhere">{note}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
