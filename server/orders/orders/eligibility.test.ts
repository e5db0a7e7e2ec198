import { describe, expect, it } from "vitest";
import { canReturn } from "./eligibility.ts";

describe("the return period", () => {
  it("lasts until midnight in India of the day that the customer is shown", () => {
    const deliveredAt = new Date("2026-11-20T14:00:00+05:30");
    const delivered = { state: "delivered", deliveredAt, exchangeDeliveredAt: null } as const;
    expect(canReturn(delivered, 7, new Date("2026-11-27T23:59:59+05:30"))).toBe(true);
    expect(canReturn(delivered, 7, new Date("2026-11-28T00:00:00+05:30"))).toBe(false);
  });

  it("begins again when exchanged items arrive", () => {
    const exchanged = {
      state: "delivered",
      deliveredAt: new Date("2026-11-01T14:00:00+05:30"),
      exchangeDeliveredAt: new Date("2026-11-20T14:00:00+05:30"),
    } as const;
    expect(canReturn(exchanged, 7, new Date("2026-11-27T23:59:59+05:30"))).toBe(true);
    expect(canReturn(exchanged, 7, new Date("2026-11-28T00:00:00+05:30"))).toBe(false);
  });
});
