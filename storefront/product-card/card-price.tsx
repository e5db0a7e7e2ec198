import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { formatMoney } from "../shared/money.ts";
import { Price, SizeLine } from "../shared/product/price.tsx";
import { useShop } from "../shared/shop-context.ts";

interface CardPriceProps {
  product: ProductSummary;
  /** Whether the lowest price leads, by which a listing is ordered or filtered. */
  byPrice: boolean;
}

/** Two lines of every card: the shown size's price with MRP and discount, then that size. Very narrow cards wrap MRP and discount. */
export function CardPrice({ product, byPrice }: CardPriceProps) {
  const { currencySymbol } = useShop();
  const { price, originalPrice, lowestPrice, shownSize } = product;
  const fromLowest = byPrice && lowestPrice < price;
  return (
    <>
      <div className="@container pt-2">
        {fromLowest ? (
          <p className={`font-semibold tabular-nums ${LEAD}`}>from {formatMoney(lowestPrice, currencySymbol)}</p>
        ) : (
          <Price price={price} originalPrice={originalPrice} className={`@max-[9.75rem]:*:first:basis-full ${LEAD}`} />
        )}
      </div>
      {fromLowest ? (
        <div className="card-size flex flex-wrap gap-x-1.5 text-tiny text-bark leading-5">
          <p>{shownSize.label}</p>
          <Price price={price} originalPrice={originalPrice} />
        </div>
      ) : (
        <SizeLine product={product} className="card-size leading-5" />
      )}
    </>
  );
}

const LEAD = "leading-5.5 @min-[11rem]:text-[1.125rem]";
