import { describe, expect, it } from "vitest";
import type { CartItem } from "../../contract/cart/schemas.ts";
import { needsRequest, type PendingChange, pendingItems, pendingKeys, pendingQuantities } from "./cart-changes.ts";

const changes = (...entries: [string, PendingChange][]) => new Map(entries);
const add: PendingChange = { kind: "add", quantity: 1 };
const remove: PendingChange = { kind: "remove" };

describe("the ids of the cart as it will be", () => {
  it("gain what is added, at the end, and lose what is removed", { meta: { requirements: "S4.30, S4.31" } }, () => {
    expect(pendingKeys(["A", "B"], changes(["C", add], ["A", remove]))).toEqual(["B", "C"]);
  });

  it("hold each product once, and stay as they are for any other pending change", () => {
    expect(pendingKeys(["A"], changes(["A", add]))).toEqual(["A"]);
    expect(pendingKeys(["A"], changes(["A", { kind: "quantity", quantity: 3 }], ["B", remove]))).toEqual(["A"]);
  });
});

describe("a pending change", () => {
  it("needs no request if the cart is that way already: two clicks cancel each other", () => {
    expect(needsRequest(add, true)).toBe(false);
    expect(needsRequest(remove, false)).toBe(false);
  });

  it("needs one otherwise", () => {
    expect(needsRequest(add, false)).toBe(true);
    expect(needsRequest(remove, true)).toBe(true);
    // Removed in another tab: the server rejects it, and the shopper is notified.
    expect(needsRequest({ kind: "quantity", quantity: 2 }, false)).toBe(true);
    expect(needsRequest({ kind: "accept", price: 1 }, true)).toBe(true);
  });
});

it("quantities are the pending ones; a product in the cart is not added again", () => {
  const pending = changes(["A", { kind: "add", quantity: 9 }], ["B", { kind: "quantity", quantity: 3 }], ["C", add]);
  expect(pendingQuantities({ A: 2, B: 1, D: 4 }, pending)).toEqual({ A: 2, B: 3, C: 1, D: 4 });
});

it("items show the pending quantity at once, amounts stay the server's", () => {
  const item = (id: string) => ({ product: { _id: id }, quantity: 1, total: 100 }) as CartItem;
  const shown = pendingItems(
    [item("A"), item("B"), item("C")],
    changes(["A", { kind: "quantity", quantity: 4 }], ["B", remove]),
  );
  expect(shown.map(({ product, quantity, total }) => [product._id, quantity, total])).toEqual([
    ["A", 4, 100],
    ["C", 1, 100],
  ]);
});
