import { expect, it } from "vitest";
import { byOrderNumber } from "../../../contract/orders/schemas.ts";
import { newOrderNumber } from "./order-number.ts";

it("matches the contract, fits into a receipt of 40 characters, and is unique", () => {
  const numbers = Array.from({ length: 500 }, () => newOrderNumber("AB"));
  for (const number of numbers) {
    expect(byOrderNumber.parse({ number: ` ${number.toLowerCase()} ` }).number).toBe(number);
    expect(number.length).toBeLessThanOrEqual(40);
  }
  expect(new Set(numbers).size).toBe(500);
});
