import { SEARCH_WINDOW } from "../../contract/limits.ts";

/** Indian number format. Intl.NumberFormat would be simpler, but constructing it takes longer than any other step of hydration. */

/** 1,24,999: the last three digits, then pairs. @param decimals number of decimals; by default those that the value has */
export function formatIndianNumber(value: number, decimals?: number): string {
  const [whole = "", fraction] = (
    decimals === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(decimals)
  ).split(".");
  const grouped = whole.replace(/\d(?=(\d\d)+\d$)/g, "$&,");
  return `${value < 0 ? "-" : ""}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

/**
 * `1 product`, `24 featured products`, `1,000+ products`.
 * @param searched whether it is a search, which counts up to its window
 */
export function productCount(total: number, { searched = false, kind = "" } = {}): string {
  const noun = `${kind && `${kind} `}${total === 1 ? "product" : "products"}`;
  return searched && total >= SEARCH_WINDOW
    ? `${formatIndianNumber(SEARCH_WINDOW)}+ ${noun}`
    : `${formatIndianNumber(total)} ${noun}`;
}
