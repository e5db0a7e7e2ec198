/** Amounts as people, couriers, payment providers and spreadsheets write them. */

import { withLatinDigits } from "./written-numbers.ts";

const CURRENCY = String.raw`(?:₹|₨|rs\.?|re\.?|inr|रु\.?|रू\.?)`;
/** Thousands, or lakhs and crores, with the same separator between all groups. */
const GROUPED = String.raw`[1-9]\d{0,2}(?:(?<thousands>[, ])\d{3})(?:\k<thousands>\d{3})*|[1-9]\d?(?<lakhs>[, ])(?:\d{2}\k<lakhs>)+\d{3}`;
/** Three decimals are not read: 1.299 may mean 1299. More occur in reports of providers, as zeros. */
const DECIMALS = String.raw`\.(?<decimals>\d{1,2})(?:(?<=\d{2})0{2,})?`;
const AMOUNT = new RegExp(
  String.raw`^(?:${CURRENCY} ?)?(?<whole>\d{1,12}|${GROUPED})(?:${DECIMALS})?(?: ?(?:/-|/=|${CURRENCY}))?$`,
  "iu",
);
/** A comma where rupees have a point, with points or spaces between thousands. */
const DECIMAL_COMMA = /^(\d{1,3}(?:[. ]?\d{3})*),(\d{1,2})$/;

/**
 * Reads an amount in rupees: `749`, `1,23,456.50`, `₹ 749`, `Rs. 749/-`, `INR 749.0`. A comma is read between groups of thousands or lakhs
 * alone, so that 447,00 is never 44700.
 * @returns whole paise, or a problem that continues the quoted cell: "is not an amount in rupees such as 749 or 749.50"
 */
export function writtenAmount(text: string): { paise: number } | { problem: string } {
  const written = withLatinDigits(text)
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  const { whole, decimals = "" } = AMOUNT.exec(written)?.groups ?? {};
  if (whole !== undefined) return { paise: Number(whole.replace(/\D/g, "") + decimals.padEnd(2, "0")) };
  const [, rupees, paise] = DECIMAL_COMMA.exec(written) ?? [];
  if (rupees !== undefined)
    return { problem: `has a comma before its paise; please write ${rupees.replace(/\D/g, "")}.${paise}` };
  return { problem: "is not an amount in rupees such as 749 or 749.50" };
}

/** The number of a typed or pasted cell, written as an amount is; NaN for anything else. */
export function writtenNumber(text: string): number {
  const read = writtenAmount(text);
  return "paise" in read ? read.paise / 100 : Number.NaN;
}
