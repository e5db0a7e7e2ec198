import { ApiError } from "../errors.ts";
import type { LineUnits } from "../orders/credit-notes.ts";

/** Units of an order's items in a command's option: `0:1,2:3` is one unit of item 0 and three of item 2. */

export const ITEMS_EXAMPLE = "0:1,2:3 is one unit of item 0 and three of item 2, as order show numbers them";

/** @throws ApiError (422) for any other text */
export function readUnits(option: string, text: string): LineUnits[] {
  return text.split(",").map((one) => {
    const [, position, quantity] = /^\s*(\d{1,4})\s*:\s*(\d{1,5})\s*$/.exec(one) ?? [];
    if (position === undefined || quantity === undefined)
      throw ApiError.ofField(option, `Please write --${option} as ITEM:UNITS: ${ITEMS_EXAMPLE}.`);
    return { position: Number(position), quantity: Number(quantity) };
  });
}
