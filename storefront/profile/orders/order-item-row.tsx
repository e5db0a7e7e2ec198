import { isFreeSample, type OrderDetail, type OrderItem } from "../../../contract/orders/schemas.ts";
import { ProductPicture, ProductTitle } from "../../shared/order/ordered-product.tsx";
import { Price } from "../../shared/product/price.tsx";
import { ProductRating } from "../../shared/product/stars.tsx";
import { ItemLots } from "./item-lots.tsx";

interface OrderItemRowProps {
  item: OrderItem;
  /** The lots from which its units came. */
  lots?: OrderDetail["lots"];
}

/** Shows an ordered product at the price paid, with its current rating and its lot. */
export function OrderItemRow({ item: { product, quantity, creditedQuantity }, lots = [] }: OrderItemRowProps) {
  return (
    <li className="flex gap-4">
      <ProductPicture product={product} className="size-24 rounded-picture" />
      <div className="min-w-0 flex-1 self-center">
        <ProductTitle product={product} className="font-display text-[1.0625rem] leading-tight wrap-anywhere" />
        {product.size !== "" && <p className="mt-0.5 text-bark text-small">{product.size}</p>}
        {isFreeSample(product) ? (
          <p className="mt-1 text-[0.9375rem] text-leaf">Free sample</p>
        ) : (
          <Price price={product.price} originalPrice={product.originalPrice} className="mt-1 text-[0.9375rem]" />
        )}
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="text-bark text-small">
            Quantity <span className="tabular-nums">{quantity}</span>
            {creditedQuantity > 0 && `, ${creditedQuantity} cancelled or returned`}
          </p>
          <ProductRating rating={product.rating || undefined} count={product.reviewCount} className="text-eyebrow" />
        </div>
        <ItemLots lots={lots} />
      </div>
    </li>
  );
}
