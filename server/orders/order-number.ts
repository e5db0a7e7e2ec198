import { randomCode } from "../random-code.ts";

/** A new order number such as `KW-7Q4M-2XKD`: random, so that it tells neither how many orders there are nor what the next one is. */
export function newOrderNumber(): string {
  return `KW-${randomCode(4)}-${randomCode(4)}`;
}
