import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantityRefusal } from "./quantity-limit.ts";

const fits = { wanted: 1, held: 0, stock: 5, mostPieces: 20 };

describe("too many pieces", () => {
  it.each([
    [{ ...fits, stock: 0 }, "This product is out of stock."],
    [{ ...fits, wanted: 6 }, "Only 5 left."],
    [{ ...fits, wanted: 6, held: 2 }, "Only 5 left. You already have 2 in your cart."],
    [{ ...fits, wanted: 21, stock: 100 }, "You can order up to 20 of one product."],
    [{ ...fits, wanted: 21, stock: 20 }, "Only 20 left."],
  ])("%j: %s", (wanted, message) => {
    expect(quantityRefusal(wanted)).toBe(message);
  });

  it("are refused exactly when there are fewer, or an order takes fewer", () => {
    const many = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        many,
        many,
        fc.integer({ min: 1, max: 50 }),
        (wanted, held, stock, mostPieces) => {
          expect(quantityRefusal({ wanted, held, stock, mostPieces }) === null).toBe(
            wanted <= Math.min(stock, mostPieces),
          );
        },
      ),
    );
  });
});
