import { isFreeSample } from "../../../contract/orders/free-sample.ts";
import type { OrderDetail, OrderItem, OrderState } from "../../../contract/orders/schemas.ts";
import { formatMoney, roundedToPaise } from "../../shared/money.ts";
import { OrderedProduct, ProductPicture, ProductTitle } from "../../shared/order/ordered-product.tsx";
import { Qty } from "../../shared/order/qty.tsx";
import { Price } from "../../shared/product/price.tsx";
import { ProductRating } from "../../shared/product/stars.tsx";
import { useShop } from "../../shared/shop-context.ts";
import { ItemLots } from "./item-lots.tsx";

interface ItemProps {
  item: OrderItem;
  /** The order's state. */
  state: OrderState;
}

/** An item in the list of orders, with the product's current rating. */
export function ListedItem({ item, state }: ItemProps) {
  const { rating, reviewCount } = item.product;
  return (
    <OrderedProduct product={item.product}>
      <Facts item={item} state={state} />
      <div className="mt-0.5 flex flex-wrap items-baseline gap-x-2.5">
        <Paid item={item} className="text-ink *:font-normal" />
        <ProductRating rating={rating || undefined} count={reviewCount} />
      </div>
    </OrderedProduct>
  );
}

/** An item in an order's details; the price is at the end of the row, in a very narrow one below the name. */
export function OrderItemRow({ item, state, lots }: ItemProps & { lots: OrderDetail["lots"] }) {
  return (
    <li className="@container min-w-0 text-small">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 @min-[19rem]:grid-cols-[auto_minmax(0,1fr)_auto]">
        <ProductPicture
          product={item.product}
          className="row-span-2 size-18 rounded-picture sm:size-24 @min-[19rem]:row-span-1"
        />
        <div className="text-bark">
          <ProductTitle
            product={item.product}
            className="font-display text-item text-ink leading-tight wrap-anywhere"
          />
          <Facts item={item} state={state} />
          <ItemLots lots={lots} />
        </div>
        <Paid
          item={item}
          className="text-compact col-start-2 @min-[19rem]:col-start-3 @min-[19rem]:flex-col @min-[19rem]:items-end"
        />
      </div>
    </li>
  );
}

/** In these states nothing of an order remains, which need not be said of every item. */
const NOTHING_REMAINS: readonly OrderState[] = ["cancelled", "returned"];

function Facts({ item: { product, quantity, creditedQuantity, total }, state }: ItemProps) {
  const { currencySymbol } = useShop();
  return (
    <div className="dotted mt-0.5">
      {product.size !== "" && <p>{product.size}</p>}
      <p className="inline-block tabular-nums">
        <Qty /> {quantity}
        {quantity > 1 && total > 0 && ` × ${formatMoney(product.price, currencySymbol)}`}
      </p>
      {creditedQuantity > 0 && !NOTHING_REMAINS.includes(state) && (
        <p>{creditedQuantity < quantity && `${creditedQuantity} `}cancelled or returned</p>
      )}
    </div>
  );
}

/** The price paid for all units of an item. */
function Paid({ item: { product, quantity, total }, className }: { item: OrderItem; className: string }) {
  return isFreeSample(product) ? (
    <p className="text-leaf">Free sample</p>
  ) : (
    <Price
      price={total}
      originalPrice={product.originalPrice && roundedToPaise(product.originalPrice * quantity)}
      hasDiscount={false}
      isPaid
      className={className}
    />
  );
}
