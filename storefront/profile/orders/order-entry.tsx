import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { formatRecentDay } from "../../../contract/dates.ts";
import { orderPage } from "../../../contract/orders/forms.ts";
import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { shopNow } from "../../../contract/shop-clock.ts";
import { FormMessage } from "../../shared/form/submit.tsx";
import { formatMoney } from "../../shared/money.ts";
import { OrderBadge } from "../../shared/order/order-badge.tsx";
import { isUnderWay, OrderProgress } from "../../shared/order/order-progress.tsx";
import { RefundedNote } from "../../shared/order/refunded-note.tsx";
import { stateSentence } from "../../shared/order/state-sentence.ts";
import { useShop } from "../../shared/shop-context.ts";
import { BuyAgainButton } from "./buy-again.tsx";
import { nextStepOf } from "./next-step.ts";
import { ListedItem } from "./order-item-row.tsx";

/** An entry of the list: what its customer wants to know first, what was ordered, and the next step. */
export function OrderEntry({ order }: { order: OrderSummary }) {
  const { currencySymbol } = useShop();
  const [message, setMessage] = useState<string | null>(null);
  const [done, setDone] = useState<ReactNode>(null);
  const { number, items, orderedAt, totalPrice, state } = order;
  const now = shopNow();
  const step = nextStepOf(order);
  const clear = () => {
    setMessage(null);
    setDone(null);
  };
  return (
    <li className="border-sand border-t py-7">
      <article
        aria-label={`Order ${number}`}
        className="grid gap-x-8 gap-y-5 *:col-span-full sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <div className="sm:col-span-1">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-title">
            {stateSentence(order, now, { isBesideBadge: true })} <OrderBadge {...order} />
          </h3>
          <div className="dotted mt-2 text-bark text-small">
            <p>{number}</p>
            <p>Ordered {formatRecentDay(orderedAt, now)}</p>
            <p className="tabular-nums">Total {formatMoney(totalPrice, currencySymbol)}</p>
            <RefundedNote refunded={order.refunded} />
          </div>
        </div>
        {isUnderWay(state) && <OrderProgress state={state} isUnnamed />}
        <div>
          <FormMessage form={{ message }} />
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13.5rem),1fr))] gap-x-5 gap-y-4">
            {items.map((item) => (
              <ListedItem key={item.position} item={item} state={state} />
            ))}
          </ul>
          <div role="status" className="text-leaf text-small not-empty:mt-3">
            {done}
          </div>
        </div>
        <div className="flex items-center justify-between gap-x-6 self-start sm:col-start-2 sm:justify-end sm:row-start-1">
          <Link to={orderPage(number)} className="inline-flex min-h-11 items-center text-small text-link">
            View Order Details<span className="sr-only"> of {number}</span>
          </Link>
          {step === "buy again" ? (
            <BuyAgainButton number={number} onStart={clear} onError={setMessage} onDone={setDone} />
          ) : (
            step && (
              <Link to={step.to} state={step.state} className="button-quiet">
                {step.label}
                <span className="sr-only"> {step.about}</span>
              </Link>
            )
          )}
        </div>
      </article>
    </li>
  );
}
