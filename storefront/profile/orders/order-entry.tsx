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
          <div className="flex items-start justify-between gap-x-3 sm:items-center sm:justify-start">
            <h2 className={`min-w-0 text-title ${hasEnded ? "text-bark" : ""}`}>{stateSentence(order, new Date())}</h2>
            <span className="shrink-0">
              <OrderBadge {...order} />
            </span>
          </div>
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
        <ul className="mt-4 grid gap-y-3 sm:col-span-2">
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

/** An ordered product in two lines; its price at the end of a wide one. */
function Item({ item: { product, quantity, creditedQuantity } }: { item: OrderItem }) {
  const atEnd = "sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:self-center";
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 text-bark text-small sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <ProductPicture product={product} className="row-span-2 size-14 rounded-picture" />
      <p className="self-end wrap-anywhere">
        <ProductTitle product={product} className="text-ink" /> {product.size}
      </p>
      <div className="flex flex-wrap items-center gap-x-2.5 self-start sm:contents">
        {isFreeSample(product) ? (
          <p className={atEnd}>Free sample</p>
        ) : (
          <Price
            price={product.price}
            originalPrice={product.originalPrice}
            hasDiscount={false}
            className={`text-ink sm:flex-row-reverse ${atEnd}`}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-2.5 sm:col-start-2 sm:row-start-2 sm:self-start">
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
