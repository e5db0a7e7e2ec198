import { Link } from "react-router";
import { formatDay } from "../../../contract/dates.ts";
import { orderPage } from "../../../contract/orders/forms.ts";
import { isFreeSample, type OrderItem, type OrderSummary } from "../../../contract/orders/schemas.ts";
import { formatMoney } from "../../shared/money.ts";
import { OrderBadge } from "../../shared/order/order-badge.tsx";
import { OrderProgress } from "../../shared/order/order-progress.tsx";
import { ProductPicture, ProductTitle } from "../../shared/order/ordered-product.tsx";
import { RefundedNote } from "../../shared/order/refunded-note.tsx";
import { stateSentence } from "../../shared/order/state-sentence.ts";
import { Price } from "../../shared/product/price.tsx";
import { ProductRating } from "../../shared/product/stars.tsx";
import { useShop } from "../../shared/shop-context.ts";
import { ENDED } from "./ended.ts";

/** An entry of the list: what its customer wants to know first, what was ordered, and the way to its page. */
export function OrderEntry({ order }: { order: OrderSummary }) {
  const { currencySymbol } = useShop();
  const { number, items, orderedAt, totalPrice, state } = order;
  const hasEnded = ENDED.includes(state);
  return (
    <li className="border-sand border-b pt-5 pb-2 sm:pb-5">
      <article aria-label={`Order ${number}`} className="grid gap-x-8 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <Heading order={order} className={hasEnded ? "text-title text-bark" : "text-quote"} />
          <div className="dotted mt-1.5 text-bark text-small">
            <p>{formatDay(orderedAt)}</p>
            {items.length > 1 && <p>{items.length} items</p>}
            <p>
              Total{" "}
              <strong className="font-semibold text-ink tabular-nums">{formatMoney(totalPrice, currencySymbol)}</strong>
            </p>
            <RefundedNote refunded={order.refunded} />
          </div>
        </div>
        {!hasEnded && <OrderProgress state={state} isNamed={false} className="mt-3.5 sm:col-span-2" />}
        <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8 gap-y-3 sm:col-span-2">
          {items.map((item) => (
            <Item key={item.position} item={item} />
          ))}
        </ul>
        <Link
          to={orderPage(number)}
          className="inline-flex min-h-11 items-center self-start justify-self-start font-semibold text-leaf text-small text-link sm:col-start-2 sm:row-start-1 sm:-mt-1.5"
        >
          View Order Details<span className="sr-only"> of {number}</span>
        </Link>
      </article>
    </li>
  );
}

/** The order's state as a sentence, with its badge unless the sentence begins with it. */
function Heading({ order, className }: { order: OrderSummary; className: string }) {
  const { badge } = order;
  const sentence = stateSentence(order, new Date());
  if (sentence.startsWith(badge))
    return (
      <h2 className={className}>
        <span className="text-ink">{badge}</span>
        {sentence.slice(badge.length)}
      </h2>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 sm:justify-start">
      <h2 className={className}>{sentence}</h2>
      <OrderBadge {...order} />
    </div>
  );
}

/** An ordered product in two lines. */
function Item({ item: { product, quantity, creditedQuantity } }: { item: OrderItem }) {
  return (
    <li className="flex items-center gap-3 text-small only:col-span-full">
      <ProductPicture product={product} className="size-14 rounded-picture" />
      <div className="min-w-0 text-bark">
        <p className="wrap-anywhere">
          <ProductTitle product={product} className="text-ink" /> {product.size}
        </p>
        <div className="flex flex-wrap items-center gap-x-2.5">
          {isFreeSample(product) ? (
            <p>Free sample</p>
          ) : (
            <Price price={product.price} originalPrice={product.originalPrice} hasDiscount={false} />
          )}
          <p className="tabular-nums">
            Quantity {quantity}
            {creditedQuantity > 0 && `, ${creditedQuantity} cancelled or returned`}
          </p>
          <ProductRating rating={product.rating || undefined} count={product.reviewCount} />
        </div>
      </div>
    </li>
  );
}
