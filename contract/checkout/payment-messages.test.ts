import { expect, it } from "vitest";
import { paidWith } from "./payment-messages.ts";

it.each([
  ["card", "Visa ending 1007", "Visa ending 1007"],
  ["card", "", "Card"],
  ["upi", "asha@bank", "UPI asha@bank"],
  ["netbanking", "HDFC", "Net banking HDFC"],
  ["new_method", "", "new_method"],
  ["", "", ""],
])("%j with %j reads %j", (method, detail, text) => {
  expect(paidWith({ method, detail })).toBe(text);
});
