import { expect, it } from "vitest";
import { formatRupees, rupees } from "./rupees.ts";

it.each([
  [0, "₹0", "0.00"],
  [5, "₹0.05", "0.05"],
  [99_900, "₹999", "999.00"],
  [100_050, "₹1,000.50", "1,000.50"],
  [12_345_600, "₹1,23,456", "1,23,456.00"],
  [1_000_000_001, "₹1,00,00,000.01", "1,00,00,000.01"],
])("%i paise read %s, and %s in a column", (paise, read, numbers) => {
  expect(rupees(paise)).toBe(read);
  expect(formatRupees(paise)).toBe(numbers);
});
