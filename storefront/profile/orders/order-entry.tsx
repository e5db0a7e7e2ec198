import { Link } from "react-router";
import { formatDay } from "../../../contract/dates.ts";
import { orderPage } from "../../../contract/orders/forms.ts";
import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { formatMoney } from "../../shared/money.ts";
import { OrderBadge } from "../../shared/order/order-badge.tsx";
import { OrderProgress } from "../../shared/order/order-progress.tsx";
import { RefundedNote } from "../../shared/order/refunded-note.tsx";
import { stateSentence } from "../../shared/order/state-sentence.ts";
import { useShop } from "../../shared/shop-context.ts";
import { OrderItemRow } from "./order-item-row.tsx";

/** An entry of the list: what its customer wants to know first, what was ordered, and the way to its page. */
export function OrderEntry({ order }: { order: OrderSummary }) {
  const { currencySymbol } = useShop();
  const { number, items, orderedAt, totalPrice, state } = order;
  return (
    <li className="border-sand border-b py-8">
      <article aria-label={`Order ${number}`} className="grid gap-x-8 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h2 className="text-quote">{stateSentence(order, new Date())}</h2>
          <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <OrderBadge {...order} />
            <RefundedNote refunded={order.refunded} />
            <p className="text-bark text-small">
              <span className="whitespace-nowrap">{number}</span> ·{" "}
              <span className="whitespace-nowrap">{formatDay(orderedAt)}</span> ·{" "}
              <span className="whitespace-nowrap">
                Total{" "}
                <strong className="font-semibold text-ink tabular-nums">
                  {formatMoney(totalPrice, currencySymbol)}
                </strong>
              </span>
            </p>
          </div>
        </div>
        {state !== "delivered" && <OrderProgress state={state} className="mt-5 sm:col-span-2" />}
        <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-8 gap-y-5 sm:col-span-2">
          {items.map((item) => (
            <OrderItemRow key={item.position} item={item} />
          ))}
        </ul>
        <Link to={orderPage(number)} className="button-quiet mt-6 sm:col-start-2 sm:row-start-1 sm:mt-0 sm:self-start">
          View Order Details<span className="sr-only"> of {number}</span>
        </Link>
      </article>
    </li>
  );
}
