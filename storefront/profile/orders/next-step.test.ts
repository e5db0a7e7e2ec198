import { describe, expect, it, test } from "vitest";
import { badgeOf } from "../../../contract/orders/badges.ts";
import type { OrderItem, OrderState } from "../../../contract/orders/schemas.ts";
import { nextStepOf } from "./next-step.ts";

const NUMBER = "KW-1";
const HOME = { street: "12 Aishbagh Road", city: "Lucknow", state: "Uttar Pradesh", pincode: "226004" };
const OFFICE = { street: "3 Hazratganj", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };

const item = (
  title: string,
  { creditedQuantity = 0, slug = title.toLowerCase() as string | null } = {},
): OrderItem => ({
  position: 1,
  product: {
    _id: title,
    slug,
    title,
    variant_id: "1",
    size: "50 ml",
    price: 499,
    images: [],
    rating: 0,
    reviewCount: 0,
  },
  quantity: 2,
  creditedQuantity,
  total: 998,
});

const stepOf = (
  state: OrderState,
  { items = [item("Rose")], isCash = false, advancePaise = 0, billingAddress = HOME } = {},
) =>
  nextStepOf({
    number: NUMBER,
    state,
    badge: badgeOf({ state, paymentMethod: isCash ? "cash_on_delivery" : "online", advancePaise }),
    items,
    shippingAddress: HOME,
    billingAddress,
    shippingMethod: { code: "express", name: "Express" },
    paymentMethod: isCash ? "cash_on_delivery" : "online",
  });

test.each<OrderState>(["paid", "processing", "packed", "shipped", "out_for_delivery"])(
  "%s: track the order",
  (state) => {
    expect(stepOf(state)).toEqual({ label: "Track order", about: NUMBER, to: "/tracking?find=KW-1&by=order" });
  },
);

test.each<OrderState>(["cancelled", "expired", "returned"])("%s: buy again", (state) => {
  expect(stepOf(state)).toBe("buy again");
});

test.each<OrderState>(["return_requested", "return_approved", "return_received"])("%s: wait for the shop", (state) => {
  expect(stepOf(state)).toBeNull();
});

describe("an order that waits", () => {
  it("is paid at the checkout, with all that was chosen for it", () => {
    const payment = {
      label: "Complete payment",
      about: "of order KW-1",
      to: "/checkout",
      state: {
        checkout: { completes: "KW-1", address: HOME, shippingMethod: "express", paymentMethod: "online" },
      },
    };
    expect(stepOf("pending")).toEqual(payment);
    expect(stepOf("pending", { billingAddress: OFFICE })).toMatchObject({ state: { checkout: { billing: OFFICE } } });
    expect(stepOf("pending", { isCash: true, advancePaise: 10_000 })).toMatchObject({
      label: "Complete payment",
      state: { checkout: { completes: "KW-1", paymentMethod: "cash_on_delivery" } },
    });
  });

  it("is confirmed on its own page if it is paid in cash", () => {
    expect(stepOf("pending", { isCash: true })).toMatchObject({
      label: "Confirm order",
      to: "/profile?tab=5&order=KW-1",
    });
  });
});

describe("a delivered order", () => {
  const review = (title: string) => expect.objectContaining({ label: "Write a review", about: `of ${title}` });

  it("asks for a review of its first item", () => {
    expect(stepOf("delivered", { items: [item("Rose"), item("Oud")] })).toEqual(review("Rose"));
  });

  it("skips items that were cancelled, and products that are no longer sold", () => {
    const items = [
      item("Rose", { creditedQuantity: 2 }),
      item("Kewra", { slug: null }),
      item("Oud", { creditedQuantity: 1 }),
    ];
    expect(stepOf("delivered", { items })).toEqual(review("Oud"));
  });

  it("is bought again if nothing of it can be reviewed", () => {
    expect(stepOf("delivered", { items: [item("Rose", { creditedQuantity: 2 })] })).toBe("buy again");
  });
});
