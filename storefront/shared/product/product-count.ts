import { SEARCH_WINDOW } from "../../../contract/limits.ts";
import { formatIndianNumber } from "../numbers.ts";

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
