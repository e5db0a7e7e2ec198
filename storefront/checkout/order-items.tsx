import type { Checkout } from "../../contract/checkout/schemas.ts";
import { keyOfProduct } from "../cart/item-key.ts";
import { UnavailableSamples } from "../cart/unavailable-samples.tsx";
import { formatMoney } from "../shared/money.ts";
import { Qty } from "../shared/order/qty.tsx";
import { Picture } from "../shared/picture.tsx";
import { Price } from "../shared/product/price.tsx";
import { useShop } from "../shared/shop-context.ts";
import { ChosenSamples } from "./chosen-samples.tsx";

/** In a wide window further items scroll, so that Proceed stays visible. */
const SHOWN_AT_ONCE = 3;

export function OrderItems({
  products,
  samples,
  unavailableSamples,
}: Pick<Checkout, "products" | "samples" | "unavailableSamples">) {
  const { currencySymbol } = useShop();
  return (
    <div className="@max-tablet:mt-10">
      <h2 className="text-title">Your order</h2>
      <ul
        // A scrollable list must be focusable.
        tabIndex={products.length > SHOWN_AT_ONCE ? 0 : undefined}
        className={`mt-4 divide-y divide-sand ${products.length > SHOWN_AT_ONCE ? "@tablet:max-h-80 @tablet:overflow-y-auto @tablet:pr-3" : ""}`}
      >
        {products.map(({ product, price, quantity }) => {
          const [picture] = product.images;
          return (
            <li key={keyOfProduct(product)} className="flex items-center gap-3 py-3 first:pt-0">
              <div className="aspect-square w-[min(4rem,25%)] shrink-0 overflow-hidden rounded-picture bg-linen @tablet:bg-paper @tablet:@max-desktop:w-[min(3.5rem,25%)]">
                {picture && <Picture picture={picture} alt="" sizes="64px" imageClassName="size-full object-cover" />}
              </div>
              <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 text-bark text-small *:col-span-full">
                <p className="col-span-1! font-display text-ink text-item leading-tight wrap-anywhere">
                  {product.title}
                </p>
                <div className="dotted">
                  {product.size !== "" && <p>{product.size}</p>}
                  {/* On every item, as the specification requires. */}
                  <p>New Arrival</p>
                </div>
                <div className="flex flex-wrap gap-x-1 tabular-nums">
                  <p className="inline-block">
                    <Qty /> {quantity} ×
                  </p>
                  <Price price={price} originalPrice={product.originalPrice} hasDiscount={false} />
                </div>
                {/* Read last, after quantity and price. */}
                <p className="col-span-1! col-start-2! row-start-1 font-semibold text-compact text-ink tabular-nums">
                  <span className="sr-only">Total </span>
                  {formatMoney(price * quantity, currencySymbol)}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      <ChosenSamples samples={samples} />
      <UnavailableSamples samples={unavailableSamples} />
    </div>
  );
}
