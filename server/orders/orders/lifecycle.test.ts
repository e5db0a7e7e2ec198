import { describe, expect, it } from "vitest";
import { ORDER_STATES } from "../../../contract/orders/schemas.ts";
import { canBecome, isSale, OPEN_STATES, TRANSITIONS } from "./lifecycle.ts";

describe("the life of an order", { meta: { requirements: "S3.60, S4.71" } }, () => {
  it("goes from the payment to the door, one step after the other", () => {
    const way = ["pending", "paid", "processing", "packed", "shipped", "out_for_delivery", "delivered"] as const;
    for (const [at, state] of way.slice(0, -1).entries()) expect(canBecome(state, way[at + 1] ?? "pending")).toBe(true);
  });

  it.each(["pending", "paid", "processing", "packed"] as const)("can be cancelled while it is %s", (state) => {
    expect(canBecome(state, "cancelled")).toBe(true);
  });

  it.each(["shipped", "out_for_delivery"] as const)(
    "ends as cancelled where its parcel is lost or comes back while it is %s",
    (state) => {
      expect(canBecome(state, "cancelled")).toBe(true);
    },
  );

  it.each(["delivered", "returned"] as const)("can no longer be cancelled once it is %s", (state) => {
    expect(canBecome(state, "cancelled")).toBe(false);
  });

  it("is never paid twice, and never paid after it was cancelled", () => {
    const payable = ORDER_STATES.filter((state) => canBecome(state, "paid"));
    expect(payable).toEqual(["pending", "expired"]);
  });

  it("stays cancelled or returned, whatever happens to the refund", {
    meta: { requirements: "S3.60, S4.71, S2.222, R31" },
  }, () => {
    expect(TRANSITIONS.cancelled).toEqual([]);
    expect(TRANSITIONS.returned).toEqual([]);
  });

  it("leads a parcel that could not be delivered to the door once more", () => {
    expect(canBecome("out_for_delivery", "shipped")).toBe(true);
    expect(canBecome("shipped", "out_for_delivery")).toBe(true);
  });

  it("leads into every state but the first", () => {
    const reached = new Set(Object.values(TRANSITIONS).flat());
    expect(ORDER_STATES.filter((state) => !reached.has(state))).toEqual(["pending"]);
  });

  it("is open in every state from which it can go on, and sold only between payment and refund", () => {
    expect(OPEN_STATES).toEqual(
      ORDER_STATES.filter((state) => !["expired", "delivered", "returned", "cancelled"].includes(state)),
    );
    expect(ORDER_STATES.filter((state) => !isSale(state)).sort()).toEqual([
      "cancelled",
      "expired",
      "pending",
      "returned",
    ]);
  });
});
