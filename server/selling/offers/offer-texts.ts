/** Describes offers to staff in words. */

import { unreachable } from "../../base/errors.ts";
import { formatRupees, paise } from "../../base/money.ts";
import type { OfferRow } from "./manage-offers.ts";

/** Describes what the offer gives: "10% off". */
export function discountText({ kind, percent, amountPaise, buyUnits, freeUnits, creditDays }: OfferRow): string {
  const amount = formatRupees(amountPaise ?? paise(0));
  switch (kind) {
    case "percentage":
      return `${percent}% off`;
    case "amount":
      return `${amount} off`;
    case "free_shipping":
      return "free shipping";
    case "buy_x_get_y":
      return `${freeUnits} free with ${buyUnits}`;
    case "bundle_price":
      return `${buyUnits} for ${amount}`;
    case "set_credit":
      return `a set’s price back, for ${creditDays} days`;
    case "free_samples":
      return freeUnits === 1 ? "1 free sample to choose" : `${freeUnits} free samples to choose`;
    default:
      return unreachable(kind);
  }
}
