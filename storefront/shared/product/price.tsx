import { discountPercent, formatMoney } from "../money.ts";
import { useShop } from "../shop-context.ts";

interface PriceProps {
  price: number;
  originalPrice: number | undefined;
  /** Whether the discount is shown too; by default it is. */
  hasDiscount?: boolean;
  className?: string;
}

/** The price, with struck MRP and discount if there are any. */
export function Price({ price, originalPrice, hasDiscount = true, className = "" }: PriceProps) {
  const { currencySymbol } = useShop();
  const percent = discountPercent(price, originalPrice);
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 max-[400px]:gap-x-1.5 ${className}`}>
      <span className="font-semibold tabular-nums">{formatMoney(price, currencySymbol)}</span>
      {percent > 0 && originalPrice !== undefined && (
        <>
          <span className="text-[0.875em] text-bark tabular-nums">
            <span className="sr-only">MRP </span>
            <s>{formatMoney(originalPrice, currencySymbol)}</s>
          </span>
          {hasDiscount && <span className="text-[0.875em] font-semibold text-terracotta">{percent}% off</span>}
        </>
      )}
    </p>
  );
}
