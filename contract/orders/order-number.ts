/**
 * Order numbers, such as `KW-7Q4M-2XKD`: a prefix of the shop's, then a code of eight digits and letters without I, L, O and U, so that it can be
 * read out. A code belongs to one order, also after the shop has changed its prefix; so a number may be typed without its prefix.
 */

import { shopCode } from "../written-numbers.ts";

const PREFIX = "[A-Z][A-Z0-9]{0,5}";
const CODE = "[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}";
/** The prefix of a test order. An owner may have chosen it, so it only tells people: the order says whether it is one. */
export const TEST_ORDER_PREFIX = "TEST";
/** Characters of a code with its hyphen. */
export const ORDER_CODE_LENGTH = 9;

export const ORDER_PREFIX = new RegExp(`^${PREFIX}$`);
/** A number as it is stored, or its code alone. */
export const ORDER_NUMBER = new RegExp(`^(?:${PREFIX}-)?${CODE}$`);
export const MAX_ORDER_NUMBER_LENGTH = 16;

/** Returns a typed order number as it is stored, or its code if it has no prefix, also from one without hyphens; any other text as a code. */
export function plainOrderNumber(typed: string): string {
  const code = shopCode(typed);
  const [, prefix, first, last] =
    /^([A-Z][A-Z0-9]{0,5})?([0-9A-Z]{4})([0-9A-Z]{4})$/.exec(code.replace(/[^0-9A-Z]/g, "")) ?? [];
  if (first === undefined) return code;
  return `${prefix === undefined ? "" : `${prefix}-`}${first}-${last}`;
}

/** Whether a typed number is that of an order, with or without its prefix. */
export function isNumberOf(orderNumber: string, typed: string): boolean {
  const plain = plainOrderNumber(typed);
  return plain === orderNumber || (plain.length === ORDER_CODE_LENGTH && orderNumber.endsWith(`-${plain}`));
}
