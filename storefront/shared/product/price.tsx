import type { ProductSummary } from "../../../contract/catalogue/schemas.ts";
import { discountPercent, formatMoney } from "../money.ts";
import { useShop } from "../shop-context.ts";

interface PriceProps {
  price: number;
  originalPrice: number | undefined;
  /** Whether the discount is shown too; by default it is. */
  hasDiscount?: boolean;
  /** Whether it is what was paid, which declares no MRP; by default it is what one unit costs. */
  isPaid?: boolean;
  /** The currency symbol; by default the shop's. */
  symbol?: string;
  className?: string;
}

/**
 * The price of what can be bought, with its MRP: the struck one, which stays with the discount, or the price itself. It is named in both
 * cases, since a card's button adds to the cart without the product page.
 */
export function Price({
  price,
  originalPrice,
  hasDiscount = true,
  isPaid = false,
  symbol,
  className = "",
}: PriceProps) {
  const { currencySymbol } = useShop();
  const percent = discountPercent(price, originalPrice);
  const reduced = originalPrice !== undefined && originalPrice > price;
  const money = (rupees: number) => formatMoney(rupees, symbol ?? currencySymbol);
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 tabular-nums max-[400px]:gap-x-[0.3rem] ${className}`}>
      <span className="inline-block font-semibold">
        {!reduced && !isPaid && <MrpLabel />}
        {money(price)}
      </span>
      {reduced && (
        <span className="flex flex-wrap gap-x-[inherit] text-[max(0.8125rem,0.75em)] leading-4.5">
          <span className="inline-block text-bark">
            <span className={isPaid ? "sr-only" : ""}>MRP </span>
            <s>{money(originalPrice)}</s>
          </span>
          {hasDiscount && percent > 0 && (
            <span className="inline-block font-semibold text-terracotta @min-[13rem]:text-compact">{percent}% off</span>
          )}
        </span>
      )}
    </p>
  );
}

/** Names as MRP the price that follows. */
export const MrpLabel = () => <span className="mrp-label">MRP </span>;

interface SizeLineProps {
  product: Pick<ProductSummary, "price" | "lowestPrice" | "sizes" | "shownSize">;
  /** The currency symbol; by default the shop's. */
  symbol?: string;
  className?: string;
}

/** The size to which a product's price belongs, and what its other sizes cost: "50 ml · from ₹799". */
export function SizeLine({ product: { price, lowestPrice, sizes, shownSize }, symbol, className = "" }: SizeLineProps) {
  const { currencySymbol } = useShop();
  const others =
    lowestPrice < price
      ? `from\u00a0${formatMoney(lowestPrice, symbol ?? currencySymbol)}`
      : sizes.length > 1 && `${sizes.length} sizes`;
  return (
    <p className={`text-tiny text-bark tabular-nums ${className}`}>
      <span className="dotted">
        {shownSize.label && <span>{shownSize.label} </span>}
        {others && <span>{others}</span>}
      </span>
    </p>
  );
}
