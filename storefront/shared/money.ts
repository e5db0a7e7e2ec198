import { formatIndianNumber } from "./numbers.ts";

/** Formats an amount for India: ₹1,24,999, with paise only if it has any, unless a whole column shows them. */
export function formatMoney(
  rupees: number,
  symbol = "₹",
  paise: "when there are any" | "always" = "when there are any",
): string {
  const digits = paise === "when there are any" && Number.isInteger(rupees) ? 0 : 2;
  return symbol + formatIndianNumber(rupees, digits);
}

/** Rounds to the paisa, which removes the floating-point error of a sum or difference. */
export const roundedToPaise = (rupees: number) => Math.round(rupees * 100) / 100;

/** Returns the discount in whole percent, rounded half up; 0 without an original price above the price (specification section 5). */
export function discountPercent(price: number, originalPrice: number | undefined): number {
  if (!originalPrice || originalPrice <= price) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}
