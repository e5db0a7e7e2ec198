import { type Paise, paise, sumPaise } from "../../base/money.ts";
import { MIN_PAYMENT_PAISE } from "../pricing/order-total.ts";

/** What one offer takes off each line, in the order of the lines. */
export type Discounts = Paise[];

/**
 * Lowers discounts that leave less than ₹1 of a cart, which no provider collects, so that exactly ₹1 is left. Discounts that leave nothing
 * stay, and so do those of a cart that costs less than ₹1 without them.
 * @param values of the lines
 * @param byOffer the discounts of each offer; the last is lowered first
 */
export function leaveARupee(values: readonly Paise[], byOffer: readonly Discounts[]): Discounts[] {
  const goodsPaise = sumPaise(values);
  const leftPaise = goodsPaise - sumPaise(byOffer.flat());
  if (leftPaise <= 0 || leftPaise >= MIN_PAYMENT_PAISE || goodsPaise < MIN_PAYMENT_PAISE)
    return byOffer.map((discounts) => [...discounts]);
  let missing = MIN_PAYMENT_PAISE - leftPaise;
  const lowered: Discounts[] = [];
  for (const discounts of [...byOffer].reverse())
    lowered.unshift(
      discounts.map((discount) => {
        const given = Math.min(discount, missing);
        missing -= given;
        return paise(discount - given);
      }),
    );
  return lowered;
}
