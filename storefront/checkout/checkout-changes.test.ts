import { describe, expect, it } from "vitest";
import type { Checkout } from "../../contract/checkout/schemas.ts";
import { changesOf } from "./checkout-changes.ts";

type Item = [id: string, price: number, quantity: number];
const checkout = (...items: Item[]): Checkout => ({
  products: items.map(([_id, price, quantity]) => ({
    product: { _id, title: `Attar ${_id}` } as Checkout["products"][number]["product"],
    price,
    quantity,
  })),
  samples: [],
  unavailableSamples: [],
  totalPrice: items.reduce((sum, [, price, quantity]) => sum + price * quantity, 0),
  tax: 0,
  totalDiscount: 0,
  rounding: 0,
  shipping: 0,
  shippingMethods: [],
  shippingMethod: "standard",
  offers: [],
  code: null,
  fees: 0,
  giftWrap: null,
  paymentMethod: "online",
  cashOnDelivery: null,
  payable: true,
  totalProblem: null,
});
const changes = (before: Checkout, now: Checkout) => changesOf(before, now, (rupees) => `₹${rupees}`);

describe("changes of the checkout", () => {
  it("are none while nothing has changed", () => {
    expect(changes(checkout(["a", 500, 1]), checkout(["a", 500, 1]))).toEqual([]);
  });

  it("are each quantity, price, added or removed product, and the total", () => {
    const before = checkout(["a", 500, 1], ["b", 200, 1], ["c", 100, 1]);
    expect(changes(before, checkout(["a", 500, 2], ["c", 90, 1], ["d", 10, 3]))).toEqual([
      "Attar a: Qty 1 is now 2.",
      "Attar c: ₹100 is now ₹90.",
      "Attar d was added (Qty 3).",
      "Attar b was removed.",
      "The total is now ₹1120 instead of ₹800.",
    ]);
  });

  it("omit a total that is the same", () => {
    expect(changes(checkout(["a", 500, 1]), checkout(["b", 500, 1]))).toEqual([
      "Attar b was added (Qty 1).",
      "Attar a was removed.",
    ]);
  });
});
