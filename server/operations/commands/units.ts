/** Parses units of an order's items in a command's option: `0:1,2:3` is one unit of item 0 and three of item 2. */

import { ApiError } from "../../base/errors.ts";
import { type Paise, toPaise } from "../../base/money.ts";
import type { LineUnits } from "../../orders/orders/invoice/credit-notes.ts";

export const ITEMS_EXAMPLE = "0:1,2:3 is one unit of item 0 and three of item 2, as order show numbers them";

/** Parses an amount such as `150` or `99.50`. @throws ApiError (422) */
export function readRupees(option: string, text: string): Paise {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw ApiError.ofField(option, `Please give --${option} in rupees, such as 150 or 99.50.`);
  return toPaise(Number(text));
}

/** @throws ApiError (422) for any other text */
export function readUnits(option: string, text: string): LineUnits[] {
  return text.split(",").map((one) => {
    const [, position, quantity] = /^\s*(\d{1,4})\s*:\s*(\d{1,5})\s*$/.exec(one) ?? [];
    if (position === undefined || quantity === undefined)
      throw ApiError.ofField(option, `Please write --${option} as ITEM:UNITS: ${ITEMS_EXAMPLE}.`);
    return { position: Number(position), quantity: Number(quantity) };
  });
}
