import type { Variant } from "../../../contract/catalogue/schemas.ts";
import { discountPercent, formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";
import { unitPrice } from "./unit-price.ts";

/** Price, discount, struck MRP, taxes included, and unit price. */
export function PriceBlock({ size }: { size: Variant }) {
  const { currencySymbol } = useShop();
  const { price, originalPrice } = size;
  const percent = discountPercent(price, originalPrice);
  const reduced = originalPrice !== undefined && originalPrice > price;
  const perUnit = unitPrice(price, size.netQuantity);
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-display text-[1.875rem] leading-tight tabular-nums lg:text-[2.125rem]">
          {formatMoney(price, currencySymbol)}
        </span>
        {percent > 0 && <span className="font-semibold text-terracotta">{percent}% off</span>}
        {reduced && (
          <span className="text-bark tabular-nums">
            MRP <s>{formatMoney(originalPrice, currencySymbol)}</s>
          </span>
        )}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-2 text-small text-bark">
        <span>Inclusive of all taxes</span>
        {perUnit && (
          <>
            <span aria-hidden="true">·</span>
            <span className="tabular-nums">
              {formatMoney(perUnit.rupees, currencySymbol)} per {perUnit.unit}
            </span>
          </>
        )}
      </p>
    </div>
  );
}
