import { describe, expect, it } from "vitest";
import { refuseUnless, stepsFrom } from "./staff-steps.ts";

describe("what staff can do with an order", () => {
  it.each([
    ["pending", []],
    ["expired", []],
    ["paid", ["process", "pack", "ship", "cancel"]],
    ["processing", ["pack", "ship", "cancel"]],
    ["packed", ["ship", "cancel"]],
    ["shipped", ["out-for-delivery", "deliver", "lost"]],
    ["out_for_delivery", ["deliver", "lost"]],
    ["delivered", []],
    ["return_requested", ["return-accept", "return-decline"]],
    ["returned", []],
    ["cancelled", []],
    ["refunded", []],
  ] as const)("that is %s: %j", (state, steps) => {
    expect(stepsFrom(state)).toEqual(steps);
  });
});

describe("a step that is not possible", () => {
  it("is refused with those that are", () => {
    expect(() => refuseUnless({ number: "KW-1", state: "shipped" }, "pack")).toThrow(
      "Order KW-1 is Shipped: only out-for-delivery, deliver, lost can be done with it now, not pack.",
    );
    expect(() => refuseUnless({ number: "KW-1", state: "refunded" }, "cancel")).toThrow(
      "Order KW-1 is Refunded: nothing can be done with it now, not cancel.",
    );
    expect(() => refuseUnless({ number: "KW-1", state: "paid" }, "pack")).not.toThrow();
  });
});
