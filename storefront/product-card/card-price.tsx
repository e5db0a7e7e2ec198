import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { discountPercent, formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";

/** A card's two lines of prices: the lowest price with its size, then the first size's price if that is another, its MRP and discount. */
export function CardPrice({ product }: { product: ProductSummary }) {
  const { currencySymbol } = useShop();
  const { price, originalPrice, lowestPrice, sizes } = product;
  const [first, second] = sizes;
  const isOtherCheaper = lowestPrice < price;
  /** Of three sizes only the first one's price is known. */
  const size = !isOtherCheaper ? first : sizes.length === 2 ? second : undefined;
  const percent = discountPercent(price, originalPrice);
  return (
    <>
      <p className="tabular-nums">
        <span className="font-semibold">
          {!size && "from "}
          {formatMoney(lowestPrice, currencySymbol)}
        </span>
        {size && <span className="text-bark text-small"> · {size}</span>}
      </p>
      <p className="flex min-h-[1lh] flex-wrap gap-x-1.5 text-[0.8125rem] text-bark tabular-nums">
        {isOtherCheaper && (
          <span className="whitespace-nowrap">
            {first} {formatMoney(price, currencySymbol)}
          </span>
        )}
        {percent > 0 && originalPrice !== undefined ? (
          <span>
            <span className="sr-only">MRP </span>
            <s>{formatMoney(originalPrice, currencySymbol)}</s>{" "}
            <span className="whitespace-nowrap font-semibold text-terracotta">{percent}% off</span>
          </span>
        ) : (
          !isOtherCheaper && sizes.length > 1 && <span>{sizes.length} sizes</span>
        )}
      </p>
    </>
  );
}
