import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantityProblem } from "./quantity-limit.ts";

const fits = { requested: 1, inCart: 0, stock: 5, isProductInStock: true, maxUnits: 20 };

describe("a quantity", () => {
  it.each([
    [{ ...fits, stock: 0, isProductInStock: false }, "This product is out of stock."],
    [{ ...fits, stock: 0 }, "This size is out of stock. Please choose another."],
    [{ ...fits, requested: 6 }, "Only 5 left."],
    [{ ...fits, requested: 6, inCart: 2 }, "Only 5 left. You already have 2 in your cart."],
    [{ ...fits, requested: 21, stock: 100 }, "You can order up to 20 of one product."],
    [{ ...fits, requested: 21, stock: 20 }, "Only 20 left."],
  ])("%j: %s", (requested, message) => {
    expect(quantityProblem(requested)).toBe(message);
  });

  it("has a problem exactly when it exceeds the stock or the maximum of an order", () => {
    const many = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        many,
        many,
        fc.integer({ min: 1, max: 50 }),
        (requested, inCart, stock, maxUnits) => {
          expect(quantityProblem({ ...fits, requested, inCart, stock, maxUnits }) === null).toBe(
            requested <= Math.min(stock, maxUnits),
          );
        },
      ),
    );
  });
});
