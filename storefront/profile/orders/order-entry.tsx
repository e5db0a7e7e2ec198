import { Link } from "react-router";
import { formatDay } from "../../../contract/dates.ts";
import { orderPage } from "../../../contract/orders/forms.ts";
import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { formatMoney } from "../../shared/money.ts";
import { OrderBadge } from "../../shared/order/order-badge.tsx";
import { OrderProgress } from "../../shared/order/order-progress.tsx";
import { RefundedNote } from "../../shared/order/refunded-note.tsx";
import { useShop } from "../../shared/shop-context.ts";
import { OrderItemRow } from "./order-item-row.tsx";

/** An entry of the list. */
export function OrderEntry({ order }: { order: OrderSummary }) {
  const { currencySymbol } = useShop();
  const { number, items, orderedAt, totalPrice } = order;
  return (
    <li className="border-sand border-b py-6">
      <article aria-label={`Order ${number}`}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <h2 className="font-sans font-semibold text-body tracking-normal">{number}</h2>
          <OrderBadge {...order} />
          <RefundedNote refunded={order.refunded} />
          <p className="text-bark text-small">{formatDay(orderedAt)}</p>
        </div>
        <OrderProgress state={order.state} className="mt-4" />
        <div className="mt-3 gap-x-12 lg:grid lg:grid-cols-[minmax(0,1fr)_auto]">
          <ul>
            {items.map((item) => (
              <OrderItemRow key={item.position} item={item} />
            ))}
          </ul>
          <div className="mt-2 flex flex-wrap items-center justify-between gap-3 lg:mt-3 lg:flex-col lg:items-end lg:justify-start">
            <p>
              <span className="text-bark text-small">Total </span>
              <strong className="font-display font-normal text-title tabular-nums">
                {formatMoney(totalPrice, currencySymbol)}
              </strong>
            </p>
            <Link to={orderPage(number)} className="button-quiet max-sm:w-full">
              View Order Details<span className="sr-only"> of {number}</span>
            </Link>
          </div>
        </div>
      </article>
    </li>
  );
}
