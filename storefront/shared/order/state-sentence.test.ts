import { expect, it } from "vitest";
import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { stateSentence } from "./state-sentence.ts";

const sentenceOf = (state: OrderSummary["state"], deliverBy: string | null, today = "2026-11-26", badge = "") =>
  stateSentence(
    { state, badge, deliverBy, stateSince: "2026-11-20T20:00:00Z" },
    new Date(`${today}T12:00:00+05:30`),
  ).replaceAll("\u00a0", " ");

it("says the promised day until it has passed", () => {
  expect(sentenceOf("packed", "2026-11-27")).toBe("Arrives by Fri, 27 Nov");
  expect(sentenceOf("out_for_delivery", "2026-11-27", "2026-11-27")).toBe("Arrives by Fri, 27 Nov");
  expect(sentenceOf("out_for_delivery", "2026-11-27", "2026-11-28")).toBe("Running late");
  expect(sentenceOf("paid", null)).toBe("Soon on its way");
});

it("says what happened last, on its day in India", () => {
  expect(sentenceOf("delivered", "2026-11-27")).toBe("Delivered on 21 Nov");
  expect(sentenceOf("delivered", null, "2027-01-02")).toBe("Delivered on 21 Nov 2026");
  expect(sentenceOf("return_requested", "2026-11-18")).toBe("Return requested on 21 Nov");
});

it("does not repeat the badge beside it", () => {
  const order = { deliverBy: null, stateSince: "2026-11-20T20:00:00Z" };
  const sentence = (state: OrderSummary["state"], badge: string) =>
    stateSentence({ ...order, state, badge }, new Date("2026-11-26T12:00:00+05:30"), {
      isBesideBadge: true,
    }).replaceAll("\u00a0", " ");
  expect(sentence("delivered", "Delivered")).toBe("Arrived on 21 Nov");
  expect(sentence("return_requested", "Return requested")).toBe("Requested on 21 Nov");
  expect(sentence("expired", "Expired")).toBe("Not paid by 21 Nov");
  expect(sentence("paid", "Processing")).toBe("Soon on its way");
});

it("says what an order waits for", () => {
  expect(sentenceOf("pending", "2026-11-27", undefined, "Payment pending")).toBe("Waiting for your payment");
  expect(sentenceOf("pending", "2026-11-27", undefined, "Confirmation pending")).toBe("Waiting for your confirmation");
});
