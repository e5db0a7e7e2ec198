/** Amounts as shoppers in India read them: ₹1,24,999, with paise only when there are any. */
export function formatMoney(rupees: number, symbol = "₹"): string {
  const digits = Number.isInteger(rupees) ? 0 : 2;
  return symbol + rupees.toLocaleString("en-IN", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * The discount in whole percent, half up: 0 when there is no original price or it is not above the price (specification section 5).
 */
export function discountPercent(price: number, originalPrice: number | undefined): number {
  if (!originalPrice || originalPrice <= price) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}
