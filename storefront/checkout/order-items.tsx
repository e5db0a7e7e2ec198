import { Link } from "react-router";
import type { Checkout } from "../../contract/checkout/schemas.ts";
import { keyOfProduct } from "../cart/item-key.ts";
import { UnavailableSamples } from "../cart/unavailable-samples.tsx";
import { ChevronDownIcon } from "../shared/icons.tsx";
import { formatMoney } from "../shared/money.ts";
import { Picture } from "../shared/picture.tsx";
import { Price } from "../shared/product/price.tsx";
import { useShop } from "../shared/shop-context.ts";
import { ChosenSamples } from "./chosen-samples.tsx";

const PICTURE_WIDTHS = [192, 320] as const;

/** In a wide window more items scroll, so that Proceed stays visible. */
const SHOWN_AT_ONCE = 3;

export function OrderItems({
  products,
  samples,
  unavailableSamples,
}: Pick<Checkout, "products" | "samples" | "unavailableSamples">) {
  return (
    <div className="max-lg:mt-10">
      <h2 id="your-order" tabIndex={-1} className="scroll-mt-24 text-title outline-none">
        Your order
      </h2>
      <ul
        // A scrollable list must be focusable.
        tabIndex={products.length > SHOWN_AT_ONCE ? 0 : undefined}
        className={`mt-4 divide-y divide-sand ${products.length > SHOWN_AT_ONCE ? "lg:max-h-80 lg:overflow-y-auto lg:pr-3" : ""}`}
      >
        {products.map(({ product, price, quantity }) => {
          const [picture] = product.images;
          return (
            <li key={keyOfProduct(product)} className="flex gap-4 py-4 first:pt-0">
              <div className="size-20 shrink-0 overflow-hidden rounded-picture bg-linen lg:bg-paper">
                {picture && (
                  <Picture
                    picture={picture}
                    sizes="80px"
                    widths={PICTURE_WIDTHS}
                    imageClassName="size-full object-cover"
                  />
                )}
              </div>
              <div className="min-w-0 flex-1">
                {/* On every item, as the specification requires. */}
                <p className="eyebrow text-[0.6875rem]! text-leaf">New Arrival</p>
                <p className="mt-1 font-display text-[1.0625rem] leading-tight wrap-anywhere">{product.title}</p>
                <p className="text-bark text-small">{product.size}</p>
                <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 text-[0.9375rem]">
                  <Price price={price} originalPrice={product.originalPrice} />
                  <p className="text-bark text-small tabular-nums">
                    <abbr title="Quantity" className="no-underline">
                      Qty
                    </abbr>{" "}
                    {quantity}
                  </p>
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

/** What is bought, in one line above a narrow window's addresses; leads to the items below them. */
export function OrderLine({ products, totalPrice }: Pick<Checkout, "products" | "totalPrice">) {
  const { currencySymbol } = useShop();
  return (
    <Link to="#your-order" className="mt-4 mb-7 flex min-h-14 items-center gap-3 border-sand border-y lg:hidden">
      <span>
        {products.length} {products.length === 1 ? "product" : "products"},{" "}
        <strong className="font-semibold tabular-nums">{formatMoney(totalPrice, currencySymbol)}</strong>
      </span>
      <ChevronDownIcon width="18" height="18" />
      <span className="ml-auto flex gap-1.5">
        {products
          .slice(0, SHOWN_AT_ONCE)
          .map(
            ({ product }) =>
              product.images[0] && (
                <Picture
                  key={keyOfProduct(product)}
                  picture={product.images[0]}
                  alt=""
                  sizes="40px"
                  widths={PICTURE_WIDTHS}
                  imageClassName="size-10 rounded-control object-cover"
                />
              ),
          )}
      </span>
    </Link>
  );
}
