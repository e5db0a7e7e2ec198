import { randomCode } from "../../base/random-code.ts";

/** Generates an order number such as `KW-7Q4M-2XKD`. It is random, so that it reveals neither the number of orders nor the next number. */
export function newOrderNumber(): string {
  return `KW-${randomCode(4)}-${randomCode(4)}`;
}
