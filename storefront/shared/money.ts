import { formatIndianNumber } from "./numbers.ts";

/** Amounts as shoppers in India read them: ₹1,24,999, with paise only when there are any, unless all of a column show them. */
export function formatMoney(
  rupees: number,
  symbol = "₹",
  paise: "when there are any" | "always" = "when there are any",
): string {
  const digits = paise === "when there are any" && Number.isInteger(rupees) ? 0 : 2;
  return symbol + formatIndianNumber(rupees, digits);
}

/**
 * The discount in whole percent, half up: 0 when there is no original price or it is not above the price (specification section 5).
 */
export function discountPercent(price: number, originalPrice: number | undefined): number {
  if (!originalPrice || originalPrice <= price) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}
