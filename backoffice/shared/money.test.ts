import { expect, it } from "vitest";
import { formatMoney } from "./money.ts";

it.each([
  [0, "₹0"],
  [749.5, "₹749.50"],
  [1000, "₹1,000"],
  [124999, "₹1,24,999"],
  [12345678.9, "₹1,23,45,678.90"],
  [-250, "−₹250"],
])("%d rupees read %s", (rupees, text) => {
  expect(formatMoney(rupees)).toBe(text);
});
