import { eq, type SQL, sql } from "drizzle-orm";
import { ORDER_CODE_LENGTH, plainOrderNumber } from "../../../contract/orders/order-number.ts";
import { randomCode } from "../../base/random-code.ts";
import { customerOrder } from "../../platform/database/schema.ts";

/** Generates an order number such as `KW-7Q4M-2XKD`. It is random, so that it reveals neither the number of orders nor the next number. */
export const newOrderNumber = (prefix: string): string => `${prefix}-${randomCode(4)}-${randomCode(4)}`;

/** The condition for the order with a typed number. Without a prefix it is found by its code, whatever prefix the shop had then. */
export function hasNumber(typed: string): SQL {
  const number = plainOrderNumber(typed);
  return number.length === ORDER_CODE_LENGTH
    ? sql`right(${customerOrder.number}, ${sql.raw(String(ORDER_CODE_LENGTH))}) = ${number}`
    : eq(customerOrder.number, number);
}
