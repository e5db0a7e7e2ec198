import { ROUNDING_LABEL } from "../../../contract/orders/rounding.ts";
import { formatMoney, roundedToPaise } from "../money.ts";
import { useShop } from "../shop-context.ts";

interface AmountsProps {
  /** The sum at original prices, in rupees like all amounts here. */
  subtotal: number;
  shipping: number;
  /** The discount, including offers and rounding. */
  discount: number;
  offers?: readonly { name: string; discount: number }[];
  /** What rounds the total down to whole rupees. */
  rounding?: number;
  /** For example the fee for cash on delivery, and gift wrap. */
  fees?: number;
  /** The gift wrap in the fees; null without gift wrap. */
  giftWrap?: number | null;
  /** What was paid before, for a total that is what remains to be paid. */
  paidInAdvance?: number;
  /** Omitted if it is shown elsewhere. */
  total?: number;
  /** The GST included in the total. */
  tax?: number;
  className?: string;
}

/** Shows an order's amounts, all with paise or none; the discount as a subtraction. */
export function Amounts({
  subtotal,
  shipping,
  discount,
  offers = [],
  rounding = 0,
  fees = 0,
  giftWrap = null,
  paidInAdvance = 0,
  total,
  tax,
  className = "",
}: AmountsProps) {
  const { currencySymbol } = useShop();
  const otherFees = roundedToPaise(fees - (giftWrap ?? 0));
  const areWhole = [
    subtotal,
    shipping,
    discount,
    rounding,
    fees,
    paidInAdvance,
    ...offers.map((one) => one.discount),
  ].every(Number.isInteger);
  const belowMrp = roundedToPaise(discount - rounding - offers.reduce((sum, one) => sum + one.discount, 0));
  const paise = areWhole ? "when there are any" : "always";
  const money = (rupees: number) => formatMoney(rupees, currencySymbol, paise);
  const amount = "text-right tabular-nums";
  return (
    <dl className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2.5 ${className}`}>
      <dt>Subtotal</dt>
      <dd className={amount}>{money(subtotal)}</dd>
      <dt>Shipping</dt>
      <dd className={amount}>{money(shipping)}</dd>
      {giftWrap !== null && (
        <>
          <dt>Gift wrap</dt>
          <dd className={amount}>{giftWrap === 0 ? "Free" : money(giftWrap)}</dd>
        </>
      )}
      {otherFees > 0 && (
        <>
          <dt>Cash on delivery fee</dt>
          <dd className={amount}>{money(otherFees)}</dd>
        </>
      )}
      {belowMrp > 0 && (
        <>
          <dt>Discount</dt>
          <dd className={`${amount} font-semibold text-terracotta`}>−{money(belowMrp)}</dd>
        </>
      )}
      {offers.map(({ name, discount: off }) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid">
          <dt className="wrap-anywhere">{name}</dt>
          <dd className={`${amount} font-semibold text-terracotta`}>{off > 0 ? `−${money(off)}` : "Free"}</dd>
        </div>
      ))}
      {rounding > 0 && (
        <>
          <dt>{ROUNDING_LABEL}</dt>
          <dd className={amount}>−{money(rounding)}</dd>
        </>
      )}
      {paidInAdvance > 0 && (
        <>
          <dt>Paid already</dt>
          <dd className={amount}>−{money(paidInAdvance)}</dd>
        </>
      )}
      {total !== undefined && (
        <div className="col-span-full grid grid-cols-subgrid border-sand border-t pt-3 font-semibold">
          <dt>{paidInAdvance > 0 ? "To pay" : "Total"}</dt>
          <dd className={amount}>{money(total)}</dd>
        </div>
      )}
      {tax !== undefined && (
        <div className="col-span-full grid grid-cols-subgrid text-bark text-small">
          <dt>GST included</dt>
          <dd className={amount}>{formatMoney(tax, currencySymbol)}</dd>
        </div>
      )}
    </dl>
  );
}
