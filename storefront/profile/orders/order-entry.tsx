import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { formatRecentDay } from "../../../contract/dates.ts";
import { orderPage, orderTrackingPage } from "../../../contract/orders/forms.ts";
import { isFreeSample } from "../../../contract/orders/free-sample.ts";
import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { FormMessage } from "../../shared/form/submit.tsx";
import { formatMoney } from "../../shared/money.ts";
import { OrderBadge } from "../../shared/order/order-badge.tsx";
import { hasProgress, OrderProgress } from "../../shared/order/order-progress.tsx";
import { RefundedNote } from "../../shared/order/refunded-note.tsx";
import { stateSentence } from "../../shared/order/state-sentence.ts";
import { productPath } from "../../shared/product/product-path.ts";
import { useShop } from "../../shared/shop-context.ts";
import { BuyAgainButton } from "./buy-again.tsx";
import { ENDED } from "./ended.ts";
import { OrderItemRow } from "./order-item-row.tsx";

/** An entry of the list: what its customer wants to know first, what was ordered, and the next step. */
export function OrderEntry({ order }: { order: OrderSummary }) {
  const { currencySymbol } = useShop();
  const [message, setMessage] = useState<string | null>(null);
  const [done, setDone] = useState<ReactNode>(null);
  const { number, items, orderedAt, totalPrice, state, stateSince } = order;
  const now = new Date();
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const isUnderWay = hasProgress(state) && !ENDED.includes(state);
  const clear = () => {
    setMessage(null);
    setDone(null);
  };
  return (
    <li className="border-sand border-b py-6 sm:py-7">
      <article
        aria-label={`Order ${number}`}
        className="grid gap-x-8 gap-y-4 *:col-span-full sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-y-5"
      >
        <div className="sm:col-span-1">
          <h2 className="flex flex-wrap items-center gap-x-2.5 text-title">
            {isUnderWay ? (
              stateSentence(order, now)
            ) : (
              <>
                <OrderBadge {...order} />
                {state !== "pending" && <span className="text-bark">{formatRecentDay(stateSince, now)}</span>}
              </>
            )}
          </h2>
          <div className="dotted mt-1.5 text-bark text-small">
            <p>Order {number}</p>
            <p>{formatRecentDay(orderedAt, now)}</p>
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
        {isUnderWay && <OrderProgress state={state} areAllNamed={false} />}
        <div>
          <FormMessage form={{ message }} />
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-4">
            {items.map((item) => (
              <OrderItemRow key={item.position} item={item} state={state} hasRating />
            ))}
          </ul>
          <div role="status" className="mt-3 text-leaf text-small empty:hidden">
            {done}
          </div>
        </div>
        <div className="flex items-center justify-between gap-x-6 self-start sm:col-start-2 sm:row-start-1">
          <Link to={orderPage(number)} className="inline-flex min-h-11 items-center text-small text-link">
            View Order Details<span className="sr-only"> of {number}</span>
          </Link>
          <NextStep order={order}>
            <BuyAgainButton number={number} primary={false} onStart={clear} onError={setMessage} onDone={setDone} />
          </NextStep>
        </div>
      </article>
    </li>
  );
}

interface NextStepProps {
  order: OrderSummary;
  /** Buys it again. */
  children: ReactNode;
}

/** The one action that the order's state suggests. */
function NextStep({ order: { state, badge, number, items }, children }: NextStepProps) {
  if (state === "delivered") {
    const product = items.find((item) => item.product.slug !== null && !isFreeSample(item.product))?.product;
    if (product?.slug)
      return <StepLink to={`${productPath(product.slug, product.size)}#reviews`}>Write a review</StepLink>;
  }
  if (ENDED.includes(state)) return children;
  if (hasProgress(state)) return <StepLink to={orderTrackingPage(number)}>Track order</StepLink>;
  if (state !== "pending") return null;
  return badge === "Confirmation pending" ? (
    <StepLink to={orderPage(number)}>Confirm order</StepLink>
  ) : (
    <StepLink to="/checkout">Complete payment</StepLink>
  );
}

const StepLink = (props: { to: string; children: string }) => <Link {...props} className="button-quiet" />;
