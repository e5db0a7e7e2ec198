import type { OrderSummary } from "../../../contract/orders/schemas.ts";

const GOOD = "border-transparent bg-leaf/10 text-leaf";
const UNDER_WAY = "border-leaf text-leaf";
const CLOSED = "border-transparent bg-linen text-bark";
const STYLES: Readonly<Record<OrderSummary["state"], string>> = {
  pending: "border-terracotta text-terracotta",
  paid: UNDER_WAY,
  processing: UNDER_WAY,
  packed: UNDER_WAY,
  shipped: UNDER_WAY,
  out_for_delivery: UNDER_WAY,
  delivered: GOOD,
  cancelled: CLOSED,
  expired: CLOSED,
  return_requested: UNDER_WAY,
  return_approved: UNDER_WAY,
  return_received: UNDER_WAY,
  returned: CLOSED,
};

/** Shows an order's state in a word or two. */
export function OrderBadge({ state, badge }: Pick<OrderSummary, "state" | "badge">) {
  return (
    <span
      className={`inline-block rounded-control border px-2 py-1 font-sans font-semibold text-xs leading-none tracking-normal ${STYLES[state]}`}
    >
      {badge}
    </span>
  );
}
