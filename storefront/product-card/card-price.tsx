import type { ReactNode } from "react";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { discountPercent, formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";

interface CardPriceProps {
  product: ProductSummary;
  /** Whether MRP and discount stand beside the first size's price, which leads. */
  deal?: boolean;
  /** The button in the first line. */
  children: ReactNode;
}

/**
 * The end of every card, at the bottom and of one height, so that the cards of a row align. The lowest price leads, with its size and the
 * button; a second line has the first size's price if that is another, its MRP and discount. A narrow card leaves out the first size of a
 * discounted price.
 */
export function CardPrice({ product, deal = false, children }: CardPriceProps) {
  const { currencySymbol } = useShop();
  const { price, originalPrice, lowestPrice, sizes } = product;
  const [first, second] = sizes;
  const isOtherCheaper = lowestPrice < price;
  /** Of three sizes only the first one's price is known. */
  const size = !isOtherCheaper ? first : sizes.length === 2 ? second : undefined;
  const percent = discountPercent(price, originalPrice);
  const lowest = `${size ? "" : "from "}${formatMoney(lowestPrice, currencySymbol)}`;
  const mrp = percent > 0 && originalPrice !== undefined && (
    <span>
      <span className="sr-only">MRP </span>
      <s>{formatMoney(originalPrice, currencySymbol)}</s>
    </span>
  );
  if (deal && mrp)
    return (
      <div className="mt-auto pt-2 tabular-nums">
        <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-2 @min-[17rem]:grid-cols-[auto_1fr_auto]">
          <p className="font-semibold text-[1.25rem] leading-tight">{formatMoney(price, currencySymbol)}</p>
          <p className="col-[1/-1] row-2 flex flex-wrap items-baseline gap-x-2 text-[0.8125rem] text-bark leading-tight *:whitespace-nowrap @min-[17rem]:col-[2] @min-[17rem]:row-1">
            {mrp}
            <span className="font-semibold text-base text-terracotta @min-[17rem]:text-[1.125rem]">{percent}% off</span>
          </p>
          <div className="col-[-2] row-1 self-center">{children}</div>
        </div>
        <p className="mt-1 text-[0.8125rem] text-bark">
          {[first, isOtherCheaper && `${size ? `${size} ` : ""}${lowest}`].filter(Boolean).join(" · ")}
        </p>
      </div>
    );
  return (
    <div className="mt-auto pt-2 max-sm:pt-2.5 tabular-nums">
      <div className="flex items-center justify-between gap-x-1">
        <p>
          <span className="font-semibold">{lowest}</span>
          {size && <span className="whitespace-nowrap text-bark text-small"> · {size}</span>}
        </p>
        {children}
      </div>
      <p className="flex min-h-[1lh] flex-wrap gap-x-1.5 text-[0.8125rem] text-bark *:whitespace-nowrap">
        {isOtherCheaper && (
          <span>
            <span className={percent > 0 ? "@max-[13rem]:sr-only" : ""}>{first} </span>
            {formatMoney(price, currencySymbol)}
          </span>
        )}
        {mrp ? (
          <>
            {mrp}
            <span className="font-semibold text-terracotta">{percent}% off</span>
          </>
        ) : (
          !isOtherCheaper && sizes.length > 1 && <span>{sizes.length} sizes</span>
        )}
      </p>
    </div>
  );
}
