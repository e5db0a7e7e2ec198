import { isFreeSample } from "../../../contract/orders/free-sample.ts";
import type { OrderDetail, OrderItem, OrderState } from "../../../contract/orders/schemas.ts";
import { formatMoney, roundedToPaise } from "../../shared/money.ts";
import { ProductPicture, ProductTitle } from "../../shared/order/ordered-product.tsx";
import { Price } from "../../shared/product/price.tsx";
import { ProductRating } from "../../shared/product/stars.tsx";
import { useShop } from "../../shared/shop-context.ts";
import { ItemLots } from "./item-lots.tsx";

interface OrderItemRowProps {
  item: OrderItem;
  state: OrderState;
  /** Whether it is in the list of orders: smaller, and with the product's current rating. */
  isListed?: boolean;
  /** The lots from which its units came. */
  lots?: OrderDetail["lots"];
}

/** In these states nothing of an order remains, which need not be said of every item. */
const NOTHING_REMAINS: readonly OrderState[] = ["cancelled", "returned"];

/** Shows an ordered product with the price paid for all its units at the end of the row; in a very narrow one below its name. */
export function OrderItemRow({ item, state, isListed = false, lots = [] }: OrderItemRowProps) {
  const { currencySymbol } = useShop();
  const { product, quantity, creditedQuantity, total } = item;
  return (
    <li className="@container min-w-0 text-small">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 @min-[19rem]:grid-cols-[auto_minmax(0,1fr)_auto]">
        <ProductPicture
          product={product}
          className={`row-span-3 ${isListed ? "size-14" : "size-16"} rounded-picture`}
        />
        <ProductTitle
          product={product}
          className="font-display text-[1.0625rem] leading-tight wrap-anywhere justify-self-start"
        />
        <div className="col-start-2 mt-1 text-bark">
          <div className="dotted items-baseline">
            {product.size !== "" && <p>{product.size}</p>}
            <p className="whitespace-nowrap tabular-nums">
              Qty {quantity}
              {quantity > 1 && total > 0 && ` × ${formatMoney(product.price, currencySymbol)}`}
            </p>
            {creditedQuantity > 0 && !NOTHING_REMAINS.includes(state) && (
              <p>{creditedQuantity < quantity && `${creditedQuantity} `}cancelled or returned</p>
            )}
            {isListed && <ProductRating rating={product.rating || undefined} count={product.reviewCount} />}
          </div>
          <ItemLots lots={lots} />
        </div>
        <div className="col-start-2 mt-1 @min-[19rem]:col-start-3 @min-[19rem]:row-span-2 @min-[19rem]:row-start-1 @min-[19rem]:mt-0">
          {isFreeSample(product) ? (
            <p className="text-leaf">Free sample</p>
          ) : (
            <Price
              price={total}
              originalPrice={product.originalPrice && roundedToPaise(product.originalPrice * quantity)}
              hasDiscount={false}
              className="text-[0.9375rem] @min-[19rem]:flex-col @min-[19rem]:items-end"
            />
          )}
        </div>
      </div>
    </li>
  );
}
