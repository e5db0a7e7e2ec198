import type { Checkout } from "../../contract/checkout/schemas.ts";
import { keyOfProduct } from "../cart/item-key.ts";
import { UnavailableSamples } from "../cart/unavailable-samples.tsx";
import { formatMoney } from "../shared/money.ts";
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
            <li key={keyOfProduct(product)} className="flex gap-4 py-4 first:pt-0 @tablet:@max-desktop:gap-3">
              <div className="size-20 shrink-0 overflow-hidden rounded-picture bg-linen @tablet:@max-desktop:size-18 @tablet:bg-paper">
                {picture && <Picture picture={picture} sizes="80px" imageClassName="size-full object-cover" />}
              </div>
              <div className="min-w-0 flex-1">
                {/* On every item, as the specification requires. */}
                <p className="eyebrow text-[0.6875rem]! text-leaf">New Arrival</p>
                <div className="mt-1 flex items-baseline justify-between gap-x-3">
                  <p className="min-w-0 font-display text-item leading-tight wrap-anywhere">{product.title}</p>
                  <p className="shrink-0 font-semibold text-compact tabular-nums">
                    {formatMoney(price * quantity, currencySymbol)}
                  </p>
                </div>
                <p className="text-bark text-small">{product.size}</p>
                <div className="flex gap-x-1 text-small tabular-nums">
                  <p className="text-bark">
                    <abbr title="Quantity" className="no-underline">
                      Qty
                    </abbr>{" "}
                    {quantity} ×
                  </p>
                  <Price price={price} originalPrice={product.originalPrice} hasDiscount={false} />
                </div>
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
