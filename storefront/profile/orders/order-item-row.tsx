import { isFreeSample, type OrderDetail, type OrderItem } from "../../../contract/orders/schemas.ts";
import { formatMoney } from "../../shared/money.ts";
import { ProductPicture, ProductTitle } from "../../shared/order/ordered-product.tsx";
import { Price } from "../../shared/product/price.tsx";
import { ProductRating } from "../../shared/product/stars.tsx";
import { useShop } from "../../shared/shop-context.ts";
import { ItemLots } from "./item-lots.tsx";

interface OrderItemRowProps {
  item: OrderItem;
  /** The lots from which its units came. */
  lots?: OrderDetail["lots"];
}

/** Shows an ordered product at the price paid, with its current rating and its lot. */
export function OrderItemRow({ item: { product, quantity, creditedQuantity, total }, lots = [] }: OrderItemRowProps) {
  const { currencySymbol } = useShop();
  return (
    <li className="flex gap-4">
      <ProductPicture product={product} className="size-24 rounded-picture" />
      <div className="grid min-w-0 flex-1 content-center sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-x-6">
        <div>
          <ProductTitle product={product} className="font-display text-[1.0625rem] leading-tight wrap-anywhere" />
          {product.size !== "" && <p className="mt-0.5 text-bark text-small">{product.size}</p>}
          {isFreeSample(product) ? (
            <p className="mt-1 text-[0.9375rem] text-leaf">Free sample</p>
          ) : (
            <Price price={product.price} originalPrice={product.originalPrice} className="mt-1 text-[0.9375rem]" />
          )}
          <ProductRating
            rating={product.rating || undefined}
            count={product.reviewCount}
            className="mt-1 text-eyebrow"
          />
          <ItemLots lots={lots} />
        </div>
        <div className="mt-1 flex items-baseline justify-between gap-x-4 tabular-nums sm:mt-0 sm:block sm:text-right">
          <p className="text-bark text-small">
            Quantity {quantity}
            {creditedQuantity > 0 && `, ${creditedQuantity} cancelled or returned`}
          </p>
          {total > 0 && <p className="font-semibold text-[0.9375rem]">{formatMoney(total, currencySymbol)}</p>}
        </div>
      </div>
    </li>
  );
}
