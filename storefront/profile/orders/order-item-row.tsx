import { Link } from "react-router";
import { isFreeSample, type OrderDetail, type OrderItem } from "../../../contract/orders/schemas.ts";
import { Picture } from "../../shared/picture.tsx";
import { Price } from "../../shared/product/price.tsx";
import { productPath } from "../../shared/product/product-path.ts";
import { ProductRating } from "../../shared/product/stars.tsx";
import { ItemLots } from "./item-lots.tsx";

const PICTURE_WIDTHS = [192, 320] as const;

interface OrderItemRowProps {
  item: OrderItem;
  /** The lots from which its units came. */
  lots?: OrderDetail["lots"];
}

/** Shows an ordered product at the price paid, with its current rating and its lot. */
export function OrderItemRow({ item: { product, quantity, creditedQuantity }, lots = [] }: OrderItemRowProps) {
  const [picture] = product.images;
  const title = "font-display text-[1.0625rem] leading-tight wrap-anywhere";
  return (
    <li className="flex gap-4">
      <div className="size-24 shrink-0 overflow-hidden rounded-picture bg-linen">
        {picture && (
          <Picture
            picture={picture}
            alt=""
            sizes="96px"
            widths={PICTURE_WIDTHS}
            imageClassName="size-full object-cover"
          />
        )}
      </div>
      <div className="min-w-0 flex-1 self-center">
        {product.slug === null ? (
          <p className={title}>{product.title}</p>
        ) : (
          <Link to={productPath(product.slug, product.size)} className={`${title} hover:text-leaf`}>
            {product.title}
          </Link>
        )}
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
