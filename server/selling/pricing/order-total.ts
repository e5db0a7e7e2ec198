/** Which totals an order can have. */

import { formatRupees, type Paise, paise } from "../../base/money.ts";

/** The minimum amount that payment providers accept. */
export const MIN_PAYMENT_PAISE = paise(100);

/**
 * Why no order of this total can be placed, a sentence for the shopper; null if one can. An order that costs nothing is placed without a
 * payment.
 * @param maxPaise the owner's maximum of an order
 */
export function totalProblem(totalPaise: Paise, maxPaise: Paise): string | null {
  if (totalPaise > 0 && totalPaise < MIN_PAYMENT_PAISE) return "The smallest order is ₹1.";
  if (totalPaise <= maxPaise) return null;
  return `One order can be up to ${formatRupees(maxPaise)}. Please split it into two orders, or write to us.`;
}
