import { describe, expect, it } from "vitest";
import { actionsFrom, requireAction } from "./order-actions.ts";

describe("staff's order actions", () => {
  it.each([
    ["pending", ["cancel"]],
    ["expired", []],
    ["paid", ["process", "pack", "ship", "cancel"]],
    ["processing", ["pack", "ship", "cancel"]],
    ["packed", ["ship", "cancel"]],
    ["shipped", ["out-for-delivery", "deliver", "lost", "came-back"]],
    ["out_for_delivery", ["delivery-failed", "deliver", "lost", "came-back"]],
    ["delivered", []],
    ["return_requested", ["return-approve", "return-accept", "return-decline"]],
    ["return_approved", ["return-receive", "return-accept", "return-decline"]],
    ["return_received", ["return-accept", "return-decline"]],
    ["returned", []],
    ["cancelled", []],
  ] as const)("that is %s: %j", (state, steps) => {
    expect(actionsFrom(state)).toEqual(steps);
  });
});

describe("a step that is not possible", () => {
  it("is rejected with those that are", () => {
    expect(() => requireAction({ number: "KW-1", state: "shipped" }, "pack")).toThrow(
      "Order KW-1 is Shipped: only out-for-delivery, deliver, lost, came-back can be done with it now, not pack.",
    );
    expect(() => requireAction({ number: "KW-1", state: "returned" }, "cancel")).toThrow(
      "Order KW-1 is Returned: nothing can be done with it now, not cancel.",
    );
    expect(() => requireAction({ number: "KW-1", state: "paid" }, "pack")).not.toThrow();
  });
});
