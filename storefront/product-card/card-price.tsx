import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { formatMoney } from "../shared/money.ts";
import { Price, SizeLine } from "../shared/product/price.tsx";
import { useShop } from "../shared/shop-context.ts";

interface CardPriceProps {
  product: ProductSummary;
  /** Whether the lowest price leads, by which a listing is ordered or filtered. */
  byPrice: boolean;
}

/**
 * The end of every card: the first size's price with MRP and discount, then that size. Very narrow cards have MRP and discount on a line of
 * their own.
 */
export function CardPrice({ product, byPrice }: CardPriceProps) {
  const { currencySymbol } = useShop();
  const { price, originalPrice, lowestPrice, sizes } = product;
  return (
    <div className="pt-2">
      {byPrice && lowestPrice < price ? (
        <>
          <p className={`font-semibold tabular-nums ${LEAD}`}>from {formatMoney(lowestPrice, currencySymbol)}</p>
          <div className="flex flex-wrap gap-x-1.5 text-[0.8125rem] text-bark leading-5">
            <p>{sizes[0]}</p>
            <Price price={price} originalPrice={originalPrice} />
          </div>
        </>
      ) : (
        <>
          <Price price={price} originalPrice={originalPrice} className={`@max-[9.75rem]:*:first:basis-full ${LEAD}`} />
          <SizeLine product={product} className="leading-5" />
        </>
      )}
    </div>
  );
}

const LEAD = "leading-5.5 @min-[11rem]:text-[1.125rem]";
