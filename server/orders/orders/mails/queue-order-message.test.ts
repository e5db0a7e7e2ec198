import { expect, it } from "vitest";
import { paise } from "../../../base/money.ts";
import { cashValues } from "./queue-order-message.ts";

it("a message says what the courier collects, and of a paid parcel that it is prepaid", () => {
  expect(cashValues(paise(149_900))).toEqual({ amount: "1,499", payment: "Rs 1,499" });
  expect(cashValues(paise(0)).payment).toBe("nothing, it is prepaid");
});
