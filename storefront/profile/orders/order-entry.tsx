import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { formatRecentDay } from "../../../contract/dates.ts";
import { orderPage } from "../../../contract/orders/forms.ts";
import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { FormMessage } from "../../shared/form/submit.tsx";
import { formatMoney } from "../../shared/money.ts";
import { OrderBadge } from "../../shared/order/order-badge.tsx";
import { isUnderWay, OrderProgress } from "../../shared/order/order-progress.tsx";
import { RefundedNote } from "../../shared/order/refunded-note.tsx";
import { stateSentence } from "../../shared/order/state-sentence.ts";
import { useShop } from "../../shared/shop-context.ts";
import { BuyAgainButton } from "./buy-again.tsx";
import { ENDED } from "./ended.ts";
import { nextStepOf } from "./next-step.ts";
import { OrderItemRow } from "./order-item-row.tsx";

/** An entry of the list: what its customer wants to know first, what was ordered, and the next step. An ended order is quieter. */
export function OrderEntry({ order }: { order: OrderSummary }) {
  const { currencySymbol } = useShop();
  const [message, setMessage] = useState<string | null>(null);
  const [done, setDone] = useState<ReactNode>(null);
  const { number, items, orderedAt, totalPrice, state, stateSince } = order;
  const now = new Date();
  const hasEnded = ENDED.includes(state);
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const clear = () => {
    setMessage(null);
    setDone(null);
  };
  return (
    <li className={`border-sand border-b ${hasEnded ? "py-5" : "py-6 sm:py-7"}`}>
      <article
        aria-label={`Order ${number}`}
        className={`grid gap-x-8 gap-y-4 *:col-span-full sm:grid-cols-[minmax(0,1fr)_auto] ${hasEnded ? "" : "sm:gap-y-5"}`}
      >
        <div className="sm:col-span-1">
          <h2 className="flex flex-wrap items-center gap-x-2.5 text-title">
            {isUnderWay(state) ? (
              stateSentence(order, now)
            ) : (
              <>
                <OrderBadge {...order} />
                {state !== "pending" && (
                  <span className="font-sans text-bark text-body">{formatRecentDay(stateSince, now)}</span>
                )}
              </>
            )}
          </h2>
          <div className="dotted mt-1.5 text-bark text-small">
            <p>Order {number}</p>
            {!hasEnded && <p>{formatRecentDay(orderedAt, now)}</p>}
            <p>
              {units} {units === 1 ? "item" : "items"}
            </p>
            <p>
              Total{" "}
              <strong className="font-semibold text-ink tabular-nums">{formatMoney(totalPrice, currencySymbol)}</strong>
            </p>
            <RefundedNote refunded={order.refunded} />
          </div>
        </div>
        {isUnderWay(state) && <OrderProgress state={state} areAllNamed={false} />}
        <div>
          <FormMessage form={{ message }} />
          <ul className={`grid ${hasEnded ? "gap-3" : "gap-4"}`}>
            {items.map((item) => (
              <OrderItemRow key={item.position} item={item} state={state} isListed />
            ))}
          </ul>
          <div role="status" className="text-leaf text-small not-empty:mt-3">
            {done}
          </div>
        </div>
        <div className="flex items-center justify-between gap-x-6 self-start sm:col-start-2 sm:row-start-1">
          <Link to={orderPage(number)} className="inline-flex min-h-11 items-center text-small text-link">
            View Order Details<span className="sr-only"> of {number}</span>
          </Link>
          <NextStep
            order={order}
            buyAgain={
              <BuyAgainButton number={number} primary={false} onStart={clear} onError={setMessage} onDone={setDone} />
            }
          />
        </div>
      </article>
    </li>
  );
}

interface NextStepProps {
  order: OrderSummary;
  buyAgain: ReactNode;
}

function NextStep({ order, buyAgain }: NextStepProps) {
  const step = nextStepOf(order);
  if (step === "buy again") return buyAgain;
  return (
    step && (
      <Link to={step.to} className="button-quiet">
        {step.label}
        <span className="sr-only"> {step.about}</span>
      </Link>
    )
  );
}
