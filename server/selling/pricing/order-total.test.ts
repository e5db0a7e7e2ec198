import { expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { totalProblem } from "./order-total.ts";

const MAX = paise(10_000_00);

it.each([0, 100, 101, 10_000_00])("an order of %d paise can be placed", (total) => {
  expect(totalProblem(paise(total), MAX)).toBeNull();
});
it.each([1, 99])("an order of %d paise cannot be paid", (total) => {
  expect(totalProblem(paise(total), MAX)).toBe("The smallest order is ₹1.");
});
it("an order above the maximum says what it is", () => {
  expect(totalProblem(paise(10_000_01), MAX)).toBe(
    "One order can be up to ₹10,000. Please split it into two orders, or write to us.",
  );
});
