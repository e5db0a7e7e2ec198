import type { OrderSummary } from "../../../contract/orders/schemas.ts";

const GOOD = "bg-leaf/10 text-leaf";
const CLOSED = "bg-linen text-bark";
const STYLES: Readonly<Record<OrderSummary["state"], string>> = {
  pending: "bg-terracotta/10 text-terracotta",
  paid: GOOD,
  processing: GOOD,
  packed: GOOD,
  shipped: GOOD,
  out_for_delivery: GOOD,
  delivered: GOOD,
  cancelled: CLOSED,
  expired: CLOSED,
  return_requested: GOOD,
  return_approved: GOOD,
  return_received: GOOD,
  returned: CLOSED,
};

/** Shows an order's state in a word or two. */
export function OrderBadge({ state, badge }: Pick<OrderSummary, "state" | "badge">) {
  return (
    <span
      className={`inline-block rounded-control px-2 py-1.25 font-sans font-semibold text-xs leading-none tracking-normal ${STYLES[state]}`}
    >
      {badge}
    </span>
  );
}
