import type { Variant } from "../../../contract/catalogue/schemas.ts";
import { discountPercent, formatMoney } from "../../shared/money.ts";
import { MrpLabel } from "../../shared/product/price.tsx";
import { useShop } from "../../shared/shop-context.ts";

/** Shows price, discount and MRP, which is struck through or the price itself, and that taxes are included. */
export function PriceBlock({ size }: { size: Variant }) {
  const { currencySymbol } = useShop();
  const { price, originalPrice } = size;
  const percent = discountPercent(price, originalPrice);
  const reduced = originalPrice !== undefined && originalPrice > price;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-display text-quote leading-tight tabular-nums">
          {!reduced && <MrpLabel />}
          {formatMoney(price, currencySymbol)}
        </span>
        {percent > 0 && <span className="font-semibold text-terracotta">{percent}% off</span>}
        {reduced && (
          <span className="text-bark tabular-nums">
            MRP <s>{formatMoney(originalPrice, currencySymbol)}</s>
          </span>
        )}
      </p>
      <p className="text-small text-bark">Inclusive of all taxes</p>
    </div>
  );
}
