import { SEARCH_WINDOW } from "../../contract/limits.ts";

/**
 * Numbers as they are written in India. By hand: to make its own formatter ready for the first price of a page takes a browser
 * longer than any other step of making the page alive.
 */

/** 1,24,999: the last three digits, then pairs. @param decimals how many there are at the end; as many as the value has when left out */
export function formatIndianNumber(value: number, decimals?: number): string {
  const [whole = "", fraction] = (
    decimals === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(decimals)
  ).split(".");
  const grouped = whole.replace(/\d(?=(\d\d)+\d$)/g, "$&,");
  return `${value < 0 ? "-" : ""}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

/**
 * `1 product`, `24 featured products`, `1,000+ products`.
 * @param searched a search stops counting at its window
 */
export function productCount(total: number, { searched = false, kind = "" } = {}): string {
  const noun = `${kind && `${kind} `}${total === 1 ? "product" : "products"}`;
  return searched && total >= SEARCH_WINDOW
    ? `${formatIndianNumber(SEARCH_WINDOW)}+ ${noun}`
    : `${formatIndianNumber(total)} ${noun}`;
}
