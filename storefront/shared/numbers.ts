/** Formats numbers as in India. Intl.NumberFormat would be simpler, but constructing it takes longer than any other step of hydration. */

import type { CountRelation } from "../../contract/catalogue/schemas.ts";

/** Formats 1,24,999: groups the last three digits, then pairs. @param decimals number of decimals; by default those that the value has */
export function formatIndianNumber(value: number, decimals?: number): string {
  const [whole = "", fraction] = (
    decimals === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(decimals)
  ).split(".");
  const grouped = whole.replace(/\d(?=(\d\d)+\d$)/g, "$&,");
  return `${value < 0 ? "-" : ""}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** Formats `1 product` or `24 featured products`; `10,000+ products` if there may be more. */
export function productCount(
  total: number,
  { relation, kind = "" }: { relation: CountRelation; kind?: string | undefined },
): string {
  const noun = `${kind && `${kind} `}${total === 1 ? "product" : "products"}`;
  return `${atLeast(total, relation)} ${noun}`;
}

/** Formats `1,204`; `1,204+` if there may be more. */
export const atLeast = (count: number, relation: CountRelation): string =>
  `${formatIndianNumber(count)}${relation === "gte" ? "+" : ""}`;
