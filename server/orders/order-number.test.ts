import { expect, it } from "vitest";
import { byOrderNumber } from "../../contract/orders/schemas.ts";
import { newOrderNumber } from "./order-number.ts";

it("is what the calls take for an order number, fits into a receipt of 40 characters, and is not the same twice", () => {
  const numbers = Array.from({ length: 500 }, newOrderNumber);
  for (const number of numbers) {
    expect(byOrderNumber.parse({ number: ` ${number.toLowerCase()} ` }).number).toBe(number);
    expect(number.length).toBeLessThanOrEqual(40);
  }
  expect(new Set(numbers).size).toBe(500);
});
